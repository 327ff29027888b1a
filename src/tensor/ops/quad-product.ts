/**
 * @file The parts of matrix products on software adapters: the 4 lanes of a subgroup compute 16 rows × 16 columns.
 *
 * There a load costs about 20 times as much as a multiply-add (its 4 lanes are bounds-checked and fetched one by one), so
 * every lane loads other elements and shares them: lane l loads rows l, l + 4, … of A, quad swaps turn each into four, and
 * every lane multiplies them by 4 columns of its own. In the register of swap s, lane l therefore has row l xor s.
 * Accumulators are named variables: an indexed array is 9 times slower.
 *
 * In all WGSL of this file `local.x` is the lane.
 */
import { QUAD } from '../lanes.ts';
import { times } from './matmul-kernels.ts';

/** Rows of a subgroup, in groups of 4. */
const QUAD_GROUPS = 4;
export const SUBGROUP_ROWS = QUAD_GROUPS * QUAD.count;
/**
 * Steps of k in one turn of the loop: each turn copies all accumulators. Measured with the sizes above on SwiftShader;
 * beyond some 200 multiply-adds in the loop, code and registers outgrow its compiler and speed halves.
 */
export const QUAD_UNROLL = 3;
/** What a lane gets from its neighbours: after swap s, the value of lane xor s. */
const SWAPS = ['', 'quadSwapX', 'quadSwapY', 'quadSwapDiagonal'];
const COMPONENTS = ['x', 'y', 'z', 'w'];

export const eachColumn = (emit: (j: number, component: string) => string) => times(4, (j) => emit(j, COMPONENTS[j]));
/** Each register of a lane: it holds row 4·g + (lane xor s). */
export const eachGroup = (emit: (g: number, s: number) => string) =>
  times(QUAD_GROUPS, (g) => times(QUAD.count, (s) => emit(g, s)));

/** A product of 16 rows and 4 columns a lane. */
export interface QuadProduct {
  /** The accumulators that it declares: `<sums><group>_<swap>_<column>`. */
  sums: string;
  /** WGSL: the k of the first product, and the one after the last. */
  first: string;
  end: string;
  /** WGSL: index of k = 0 in the lane's row of group g. */
  rowStart: (g: number) => string;
  stride: string;
  /** WGSL at the beginning of step `step` of a turn of the loop: what all rows of the step share. */
  shared?: (step: number) => string;
  /** WGSL: the element of the row at `index`. */
  element: (index: string, g: number) => string;
  /** WGSL: four elements of the other matrix, whose rows have `n4` fours; the lane reads those of `column`. */
  load: (index: string) => string;
  n4: string;
  column: string;
  /** WGSL: index of its last four. Beyond the last k it must still be a finite number, because 0 · NaN is NaN. */
  last: string;
}

export const quadProduct = ({
  sums,
  first,
  end,
  rowStart,
  stride,
  shared,
  element,
  load,
  n4,
  column,
  last,
}: QuadProduct) => `
  ${eachGroup((g, s) => eachColumn((j) => `var ${sums}${g}_${s}_${j} = 0.0;`))}
  {
  var bIndex = ${first} * ${n4} + ${column};
  ${times(QUAD_GROUPS, (g) => `var a${g} = ${rowStart(g)} + ${first} * ${stride};`)}
  for (var k = ${first}; k < ${end}; k += ${QUAD_UNROLL}u) {
    ${times(
      QUAD_UNROLL,
      (step) => `{
      ${shared?.(step) ?? ''}
      ${times(QUAD_GROUPS, (g) => {
        const value = element(`a${g}`, g);
        // Beyond the last k, the row counts as 0.
        return `let x${g} = ${step === 0 ? value : `select(0.0, ${value}, k + ${step}u < ${end})`}; a${g} += ${stride};`;
      })}
      let y = ${load(step === 0 ? 'bIndex' : `min(bIndex, ${last})`)};
      bIndex += ${n4};
      ${eachColumn((j, component) => `let y${j} = y.${component};`)}
      ${eachGroup((g, s) => `{ let x = ${SWAPS[s]}(x${g}); ${eachColumn((j) => `${sums}${g}_${s}_${j} = x * y${j} + ${sums}${g}_${s}_${j};`)} }`)}
    }`,
    )}
  }
  }`;

/** The rows of a subgroup that an RMSNorm reads. */
interface NormedRows {
  /** WGSL: index of the first element of row i, 0 ≤ i < 16. */
  start: (i: number) => string;
  /** WGSL: the element at `index`. */
  element: (index: string) => string;
  /** WGSL: elements of a row. */
  length: string;
}

/** `scale<g>`: by what a lane multiplies its row of group g, as the kernel of rms-norm.ts adds up its squares. */
export const rowScales = ({ start, element, length }: NormedRows) => `
  ${times(SUBGROUP_ROWS, (i) => `let start${i} = ${start(i)}; var squares${i} = 0.0;`)}
  for (var c = local.x; c < ${length}; c += ${QUAD.count}u) {
    ${times(SUBGROUP_ROWS, (i) => `{ let value = ${element(`start${i} + c`)}; squares${i} += value * value; }`)}
  }
  ${times(
    SUBGROUP_ROWS,
    (i) => `let scaleOfRow${i} = inverseSqrt(laneSum(squares${i}, local.x) / f32(${length}) + u.epsilon);`,
  )}
  ${times(QUAD_GROUPS, (g) => {
    const [first, ...others] = Array.from({ length: QUAD.count }, (_, l) => `scaleOfRow${g * QUAD.count + l}`);
    return `let scale${g} = ${others.reduce((before, name, l) => `select(${before}, ${name}, local.x == ${l + 1}u)`, first)};`;
  })}`;

/** WGSL that declares, for a product with gate and factor side by side, the columns of a lane: tile `tile` of `half4` fours. */
export const gatedColumns = (tile: string) => `
  let pair = ${tile} * 2u + (local.x & 1u);
  let inside = pair < half4;
  let safeColumn = min(pair, half4 - 1u) + select(0u, half4, local.x >= 2u);`;

/**
 * SwiGLU of a product with `gatedColumns`. A lane and the one two further hold gate and factor of the same columns; the same
 * row is in register s of one and s xor 2 of the other. So each lane gates two of its four registers, and together they
 * gate every row once.
 * @param emit receives WGSL of the row within the subgroup, and of its four values in columns `pair`
 */
export const eachGatedRow = (emit: (row: string, value: string) => string) =>
  times(QUAD_GROUPS, (g) =>
    times(
      2,
      (s) => `{
    let place = ${g * QUAD.count}u + (local.x ^ ${s}u);
    let own = vec4f(${Array.from({ length: 4 }, (_, j) => `c${g}_${s}_${j}`).join(', ')});
    let other = vec4f(${Array.from({ length: 4 }, (_, j) => `quadSwapY(c${g}_${s ^ 2}_${j})`).join(', ')});
    let gate = select(own, other, local.x >= 2u);
    let factor = select(other, own, local.x >= 2u);
    ${emit('place', 'gate * (1.0 / (1.0 + exp(-gate))) * factor')}
  }`,
    ),
  );
