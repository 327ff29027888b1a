/**
 * @file Matrix products on software adapters (see matmul-kernels.ts): the 4 lanes of a subgroup compute 16 rows × 16 columns
 * of C.
 *
 * There a load costs about 20 times as much as a multiply-add (its 4 lanes are bounds-checked and fetched one by one), so
 * every lane loads other elements and shares them: lane l loads rows l, l + 4, … of A, quad swaps turn each into four, and
 * every lane multiplies them by 4 columns of its own. In the register of swap s, lane l therefore has row l xor s.
 * Accumulators are named variables: an indexed array is 9 times slower.
 *
 * With a norm, a subgroup computes several tiles of columns, one after the other, because the squares of its rows are added
 * up once. With a gate, lanes 0 and 1 compute 8 columns of the gate, and lanes 2 and 3 the same columns of the factor.
 */
import { defineKernel } from '../kernel.ts';
import { QUAD } from '../lanes.ts';
import type { Precision } from '../parameters.ts';
import {
  interfaceOf,
  labelOf,
  MOST_ADAPTER_COLUMNS,
  READS,
  times,
  type Fusion,
  type KernelOf,
  type MatmulTile,
} from './matmul-kernels.ts';

/** Rows of C in a subgroup, in groups of 4; subgroups in a workgroup, one below the other. */
const QUAD_GROUPS = 4;
const QUAD_STACK = 8;
/**
 * Steps of k in one turn of the loop: each turn copies all accumulators. Measured with the sizes above on SwiftShader;
 * beyond some 200 multiply-adds in the loop, code and registers outgrow its compiler and speed halves.
 */
const QUAD_UNROLL = 3;
/** What a lane gets from its neighbours: after swap s, the value of lane xor s. */
const SWAPS = ['', 'quadSwapX', 'quadSwapY', 'quadSwapDiagonal'];
const COMPONENTS = ['x', 'y', 'z', 'w'];
/** Tiles of columns that a subgroup computes where the rows are normalised, or corrected by an adapter. */
const NORMED_TILES = 4;
const ADAPTED_TILES = 8;
const SUBGROUP_ROWS = QUAD_GROUPS * QUAD.count;

const tilesOf = (fusion: Fusion, adapted: boolean) => (adapted ? ADAPTED_TILES : fusion === 'none' ? 1 : NORMED_TILES);
/** With an adapter a workgroup is one subgroup: its lanes wait for each other, which all of a workgroup must do alike. */
const stackOf = (adapted: boolean) => (adapted ? 1 : QUAD_STACK);

export const quadTile = (fusion: Fusion, adapted: boolean): MatmulTile => ({
  rows: SUBGROUP_ROWS * stackOf(adapted),
  columns: (fusion === 'norm and gate' ? 2 : 4) * QUAD.count * tilesOf(fusion, adapted),
});

const eachColumn = (emit: (j: number, component: string) => string) => times(4, (j) => emit(j, COMPONENTS[j]));
const eachGroup = (emit: (g: number, s: number) => string) =>
  times(QUAD_GROUPS, (g) => times(QUAD.count, (s) => emit(g, s)));
/** Rows of C, after the swaps: `target`, and its accumulators. */
const eachRow = (emit: (accumulator: (j: number) => string) => string) =>
  eachGroup(
    (g, s) => `{ let target_ = row + ${g * QUAD.count}u + (local.x ^ ${s}u); ${emit((j) => `c${g}_${s}_${j}`)} }`,
  );

/** `scale<g>`: by what a lane multiplies its rows of A, as the kernel of rms-norm.ts adds up their squares. */
const rowScales = `
  ${times(SUBGROUP_ROWS, (i) => `let start${i} = min(row + ${i}u, u.m - 1u) * u.strideM; var squares${i} = 0.0;`)}
  for (var c = local.x; c < u.k; c += ${QUAD.count}u) {
    ${times(SUBGROUP_ROWS, (i) => `{ let value = a[start${i} + c]; squares${i} += value * value; }`)}
  }
  ${times(
    SUBGROUP_ROWS,
    (i) => `let scaleOfRow${i} = inverseSqrt(laneSum(squares${i}, local.x) / f32(u.k) + u.epsilon);`,
  )}
  ${times(QUAD_GROUPS, (g) => {
    const [first, ...others] = Array.from({ length: QUAD.count }, (_, l) => `scaleOfRow${g * QUAD.count + l}`);
    return `let scale${g} = ${others.reduce((before, name, l) => `select(${before}, ${name}, local.x == ${l + 1}u)`, first)};`;
  })}`;

const addBiasAndAddend = `
  if (u.hasBias != 0u) {
    let added = bias[safeColumn];
    ${eachRow((c) => eachColumn((j, component) => `${c(j)} += added.${component};`))}
  }
  if (u.hasAddend != 0u) {
    ${eachRow(
      (c) => `let added = addend[min(target_, u.m - 1u) * u.n4 + safeColumn];
      ${eachColumn((j, component) => `${c(j)} += added.${component};`)}`,
    )}
  }`;

const storeSums = eachRow(
  (c) => `if (inside && target_ < u.m) {
      c[(workgroup.z * u.m + target_) * u.n4 + column] = vec4f(${c(0)}, ${c(1)}, ${c(2)}, ${c(3)});
    }`,
);

/** A product of 16 rows and 4 columns a lane. */
interface QuadProduct {
  /** The accumulators that it declares: `<sums><group>_<swap>_<column>`. */
  sums: string;
  /** WGSL: the k of the first product, and the one after the last. */
  first: string;
  end: string;
  /** WGSL: index of k = 0 in the lane's row of group g. */
  rowStart: (g: number) => string;
  stride: string;
  /** WGSL: the element of the row at `index`, for step `step` of a turn of the loop. */
  element: (index: string, g: number, step: number) => string;
  /** WGSL: four elements of the other matrix, whose rows have `n4` fours; the lane reads those of `column`. */
  load: (index: string) => string;
  n4: string;
  column: string;
  /** WGSL: index of its last four. Beyond the last k it must still be a finite number, because 0 · NaN is NaN. */
  last: string;
}

const quadProduct = ({ sums, first, end, rowStart, stride, element, load, n4, column, last }: QuadProduct) => `
  ${eachGroup((g, s) => eachColumn((j) => `var ${sums}${g}_${s}_${j} = 0.0;`))}
  {
  var bIndex = ${first} * ${n4} + ${column};
  ${times(QUAD_GROUPS, (g) => `var a${g} = ${rowStart(g)} + ${first} * ${stride};`)}
  for (var k = ${first}; k < ${end}; k += ${QUAD_UNROLL}u) {
    ${times(
      QUAD_UNROLL,
      (step) => `{
      ${times(QUAD_GROUPS, (g) => {
        const value = element(`a${g}`, g, step);
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

/**
 * A lane and the one two further hold gate and factor of the same columns; the same row is in register s of one and s xor 2
 * of the other. So each lane gates two of its four registers, and together they gate every row once.
 */
const storeGated = times(QUAD_GROUPS, (g) =>
  times(
    2,
    (s) => `{
    let target_ = row + ${g * QUAD.count}u + (local.x ^ ${s}u);
    let own = vec4f(${Array.from({ length: 4 }, (_, j) => `c${g}_${s}_${j}`).join(', ')});
    let other = vec4f(${Array.from({ length: 4 }, (_, j) => `quadSwapY(c${g}_${s ^ 2}_${j})`).join(', ')});
    let gate = select(own, other, local.x >= 2u);
    let factor = select(other, own, local.x >= 2u);
    if (inside && target_ < u.m) {
      c[target_ * half4 + pair] = gate * (1.0 / (1.0 + exp(-gate))) * factor;
    }
  }`,
  ),
);

export function quadKernel<F extends Fusion, Adapted extends boolean = false>(
  precision: Precision,
  fusion: F,
  adapted: Adapted = false as Adapted,
): KernelOf<F, Adapted> {
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const tiles = tilesOf(fusion, adapted);
  const tile = tiles > 1 ? `(workgroup.x * ${tiles}u + tile)` : 'workgroup.x';
  const isInRange = isGated ? `${tile} * 2u < u.n4 / 2u` : `${tile} * ${QUAD.count}u < u.n4`;
  const columns = isGated
    ? `let half4 = u.n4 / 2u;
  let pair = ${tile} * 2u + (local.x & 1u);
  let inside = pair < half4;
  let safeColumn = min(pair, half4 - 1u) + select(0u, half4, local.x >= 2u);`
    : `let column = ${tile} * ${QUAD.count}u + local.x;
  let inside = column < u.n4;
  let safeColumn = min(column, u.n4 - 1u);`;
  const rows = {
    rowStart: (g: number) => `min(row + ${g * QUAD.count}u + local.x, u.m - 1u) * u.strideM`,
    stride: 'u.strideK',
    element: (index: string, g: number, step: number) =>
      isNormed ? `gain[min(k + ${step}u, u.k - 1u)] * (a[${index}] * scale${g})` : `a[${index}]`,
  };
  const main = {
    ...{ sums: 'c', first: 'first', end: 'end', ...rows },
    ...{ load: READS[precision].load, n4: 'u.n4', column: 'safeColumn', last: '(u.k * u.n4 - 1u)' },
  };
  /** A·P, into workgroup memory. */
  const reduce = `
  for (var block = 0u; block < (u.r4 + ${QUAD.count - 1}u) / ${QUAD.count}u; block++) {
    let column = block * ${QUAD.count}u + local.x;
    ${quadProduct({
      ...{ sums: 'c', first: '0u', end: 'u.k', ...rows },
      ...{ load: (index) => `p[${index}]`, n4: 'u.r4', column: 'min(column, u.r4 - 1u)', last: '(u.k * u.r4 - 1u)' },
    })}
    if (column < u.r4) {
      ${eachGroup(
        (g, s) => `{ let start = (${g * QUAD.count}u + (local.x ^ ${s}u)) * ${MOST_ADAPTER_COLUMNS}u + column * 4u;
        ${eachColumn((j) => `reduced[start + ${j}u] = c${g}_${s}_${j};`)} }`,
      )}
    }
  }
  workgroupBarrier();`;
  /** (A·P)·Q, and its sum with what the frozen matrix gives. */
  const correct = `
  ${quadProduct({
    ...{ sums: 'd', first: '0u', end: '(u.r4 * 4u)', stride: '1u' },
    rowStart: (g) => `(${g * QUAD.count}u + local.x) * ${MOST_ADAPTER_COLUMNS}u`,
    element: (index) => `reduced[${index}]`,
    ...{ load: (index) => `q[${index}]`, n4: 'u.n4', column: 'safeColumn', last: '(u.r4 * 4u * u.n4 - 1u)' },
  })}
  ${eachGroup((g, s) => eachColumn((j) => `c${g}_${s}_${j} = d${g}_${s}_${j} + c${g}_${s}_${j};`))}`;
  const position = adapted
    ? `let row = workgroup.y * ${SUBGROUP_ROWS}u;`
    : `let row = (workgroup.y * ${QUAD_STACK}u + local.y) * ${SUBGROUP_ROWS}u;
  if (row >= u.m) { return; }`;
  return defineKernel({
    label: labelOf('quad', fusion, adapted),
    ...interfaceOf(precision, fusion, adapted),
    directives: QUAD.directives,
    body: `${READS[precision].functions}${isNormed ? QUAD.functions : ''}
${adapted ? `var<workgroup> reduced: array<f32, ${SUBGROUP_ROWS * MOST_ADAPTER_COLUMNS}>;` : ''}
@compute @workgroup_size(${QUAD.count}, ${stackOf(adapted)})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  ${position}
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  ${isNormed ? rowScales : ''}
  ${adapted ? reduce : ''}
  ${tiles > 1 ? `for (var tile = 0u; tile < ${tiles}u && ${isInRange}; tile++) {` : ''}
  ${columns}
  ${quadProduct(main)}
  ${isGated ? '' : addBiasAndAddend}
  ${adapted ? correct : ''}
  ${isGated ? storeGated : storeSums}
  ${tiles > 1 ? '}' : ''}
}`,
  }) as unknown as KernelOf<F, Adapted>;
}
