/**
 * @file Builds matrix products for software adapters: the 4 lanes of a quad compute a tile of C together.
 *
 * There a load costs about 20 times as much as a multiply-add: its lanes are fetched one by one, and its index is checked
 * against the buffer. So a load brings four neighbours at once, which are checked once, and every lane loads other elements
 * and shares them: a lane loads its part of A, swaps turn each element into one for every lane, and every lane multiplies
 * them by columns of its own. In the register of swap s, a lane therefore has what lane xor s has loaded.
 *
 * A turn takes four steps of k. All four go to one sum before the next sum is touched: there are more sums than
 * registers, so each is fetched and put back once a turn instead of once a step. They are named variables: an indexed
 * array is 9 times slower.
 *
 * In all WGSL of this file `local.x` is the lane.
 */
import { times } from '../../kernel.ts';
import { QUAD, SWAPS } from '../../lanes.ts';
import { gated, normScale, withSquare } from '../norm-and-gate.ts';

/** Steps of k in one turn: the elements that one load brings. */
const STEPS = 4;
const COMPONENTS = ['x', 'y', 'z', 'w'];

export const LANES = QUAD.count;

/** A tile: groups of 4 rows, and how many times 4 columns each lane has. */
export interface LaneTile {
  groups: number;
  fours: number;
}

/** A list of WGSL, one for each four columns of a lane. */
const eachFour = ({ fours }: LaneTile, emit: (four: number) => string) => times(fours, emit);
/** Each column of a lane: which of its fours, and the component. */
export const eachColumn = ({ fours }: LaneTile, emit: (j: number, four: number, component: string) => string) =>
  times(4 * fours, (j) => emit(j, Math.floor(j / 4), COMPONENTS[j % 4]));
/**
 * WGSL: the sums of a lane in four of its columns.
 * @param element WGSL of what stands for a sum
 */
export const fourSums = (name: string, g: number, s: number, four = 0, element = (sum: string) => sum) =>
  `vec4f(${Array.from({ length: 4 }, (_, j) => element(`${name}${g}_${s}_${4 * four + j}`)).join(', ')})`;
/** Each sum of a column: row group g, swap s. */
export const eachGroup = ({ groups }: LaneTile, emit: (g: number, s: number) => string) =>
  times(groups, (g) => times(LANES, (s) => emit(g, s)));

/** The matrix A of a product, or what is multiplied in its place: how a lane reads its rows. */
export interface Left {
  /** WGSL before the loop, which begins at k = `first`. */
  begin: (first: string) => string;
  /** WGSL: the start of an iteration whose first step is `k`. The loop ends before `end`. */
  load: (end: string) => string;
  /** WGSL before the sums of group g. */
  loadGroup: (g: number) => string;
  /** WGSL: what the lane has loaded for group g in step `step` of the turn. */
  value: (g: number, step: number) => string;
  /**
   * WGSL: the row of C that the sum of group g and swap s belongs to. Below the last row of A a lane reads that row again,
   * and its sums belong to it, too: they are the same.
   */
  row: (g: number, s: number) => string;
  /** True if the loop may end within an iteration. */
  isRagged: boolean;
}

interface Rows {
  /** WGSL: index of k = 0 in the lane's row of group g, in fours. */
  rowStart: (g: number) => string;
  /** WGSL of four elements of the row of group g, at `index` in fours. */
  elements: (index: string, g: number) => string;
  /** WGSL of a turn of the loop: what all rows share. */
  shared?: string;
}

/** WGSL: the row, within the tile, of the sum of group g and swap s of `rowsOf`. */
export const placeOf = (g: number, s: number) => `${g * LANES}u + (local.x ^ ${s}u)`;

/** A [m, k], k a multiple of 4: lane l loads four steps of rows l, l + 4, … */
export const rowsOf = ({ rowStart, elements, shared = '' }: Rows, tile: LaneTile): Left => ({
  begin: (first) => times(tile.groups, (g) => `var a${g} = ${rowStart(g)} + ${first} / ${STEPS}u;`),
  load: () => shared,
  loadGroup: (g) => `let left${g} = ${elements(`a${g}`, g)}; a${g} += 1u;`,
  value: (g, step) => `left${g}.${COMPONENTS[step]}`,
  row: (g, s) => `min(row + ${placeOf(g, s)}, u.m - 1u)`,
  isRagged: false,
});

/**
 * Aᵀ, of A [k, m], m a multiple of 4, in buffer `a`: in each step lane l loads rows 4·l to 4·l + 3 of every 16.
 * @param tile its groups are a multiple of 4, because a load brings one number for each of four
 */
export const columnsOf = ({ groups }: LaneTile): Left => {
  const loads = groups / 4;
  return {
    begin: (first) => `let m4 = u.m / 4u;
  ${times(loads, (h) => `var a${h} = ${first} * m4 + min(row / 4u + ${h * LANES}u + local.x, m4 - 1u);`)}`,
    load: (end) => `
    ${times(STEPS, (step) =>
      times(loads, (h) => {
        // Beyond the last k, the row counts as 0.
        const value = step === 0 ? `a[a${h}]` : `select(vec4f(), a[min(a${h}, u.k * m4 - 1u)], k + ${step}u < ${end})`;
        return `let left${h}_${step} = ${value}; a${h} += m4;`;
      }),
    )}`,
    loadGroup: () => '',
    value: (g, step) => `left${Math.floor(g / 4)}_${step}.${COMPONENTS[g % 4]}`,
    row: (g, s) => `min(row + ${Math.floor(g / 4) * 4 * LANES}u + 4u * (local.x ^ ${s}u), u.m - 4u) + ${g % 4}u`,
    isRagged: true,
  };
};

/** A product: `left` times a matrix whose rows have `n4` fours. */
interface LaneProduct {
  tile: LaneTile;
  /** The sums that it declares: `<sums><group>_<swap>_<column>`. */
  sums: string;
  left: Left;
  /** WGSL: the k of the first product, and the one after the last. */
  first: string;
  end: string;
  /** WGSL: four elements of the other matrix. */
  load: (index: string) => string;
  n4: string;
  /** WGSL: which four of a row the lane reads for its four number `four`. */
  column: (four: number) => string;
  /** WGSL: index of the matrix's last four. Beyond the last k it must still be a finite number, because 0 · NaN is NaN. */
  last: string;
}

/** WGSL: one iteration of the loop. */
const turn = ({ tile, sums, left, end, load, n4, last }: LaneProduct) => `
    ${times(STEPS, (step) =>
      eachFour(tile, (four) => {
        const at = left.isRagged && step > 0 ? `min(b${four}, ${last})` : `b${four}`;
        return `let right${four}_${step} = ${load(at)}; b${four} += ${n4};`;
      }),
    )}
    ${left.load(end)}
    ${times(
      tile.groups,
      (g) => `
    ${left.loadGroup(g)}
    ${times(
      LANES,
      (s) => `{
      ${times(STEPS, (step) => `let x${step} = ${SWAPS[s]}(${left.value(g, step)});`)}
      ${eachColumn(tile, (j, four, component) => {
        const sum = `${sums}${g}_${s}_${j}`;
        return times(STEPS, (step) => `${sum} = right${four}_${step}.${component} * x${step} + ${sum};`);
      })}
    }`,
    )}`,
    )}`;

export const laneProduct = (product: LaneProduct) => {
  const { tile, sums, left, first, end, n4, column } = product;
  return `
  ${eachGroup(tile, (g, s) => eachColumn(tile, (j) => `var ${sums}${g}_${s}_${j} = 0.0;`))}
  {
  ${eachFour(tile, (four) => `var b${four} = ${first} * ${n4} + ${column(four)};`)}
  ${left.begin(first)}
  for (var k = ${first}; k < ${end}; k += ${STEPS}u) {${turn(product)}
  }
  }`;
};

/**
 * `scale<g>`: by what RMSNorm multiplies the lane's row of group g, with the bits of rms-norm.ts.
 * @param length WGSL: elements of a row, a multiple of 4
 */
export const rowScales = (
  { rowStart, elements }: Pick<Rows, 'rowStart' | 'elements'>,
  length: string,
  { groups }: LaneTile,
) => `
  ${times(groups, (g) => `let start${g} = ${rowStart(g)}; var squares${g} = vec4f();`)}
  for (var c = 0u; c < ${length} / 4u; c++) {
    ${times(groups, (g) => `{ let value = ${elements(`start${g} + c`, g)}; squares${g} = ${withSquare(`squares${g}`, 'value')}; }`)}
  }
  ${times(groups, (g) => `let scale${g} = ${normScale(`laneSum(squares${g}, local.x)`, length)};`)}`;

/** These lanes compute columns of the gate; the others compute columns of its factor. */
const HALF = LANES / 2;

/** WGSL that declares, for a product with gate and factor side by side, the columns of a lane: tile `tile` of `half4` fours. */
export const gatedColumns = (tile: string, { fours }: LaneTile) =>
  times(
    fours,
    (four) => `
  let pair${four} = min(${tile} * ${HALF * fours}u + ${HALF * four}u + (local.x & ${HALF - 1}u), half4 - 1u);
  let column${four} = pair${four} + select(0u, half4, local.x >= ${HALF}u);`,
  );

/**
 * SwiGLU of a product with `gatedColumns`. A lane and the one half of the lanes further hold gate and factor of the same
 * columns; the same row is in register s of one and s xor that half of the other. So each lane gates half of its registers,
 * and together they gate every row once.
 * @param emit receives WGSL of the row of C, of its four columns, and of their values
 */
export function eachGatedRow(
  { groups, fours }: LaneTile,
  left: Left,
  emit: (row: string, pair: string, value: string) => string,
): string {
  return times(groups, (g) =>
    times(HALF, (s) =>
      times(
        fours,
        (four) => `{
    let target_ = ${left.row(g, s)};
    let own = ${fourSums('c', g, s, four)};
    let other = ${fourSums('c', g, s ^ HALF, four, (value) => `quadSwapY(${value})`)};
    let gate = select(own, other, local.x >= ${HALF}u);
    let factor = select(other, own, local.x >= ${HALF}u);
    ${emit('target_', `pair${four}`, gated('gate', 'factor'))}
  }`,
      ),
    ),
  );
}
