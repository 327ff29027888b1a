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
import { interfaceOf, labelOf, READS, times, type Fusion, type KernelOf, type MatmulTile } from './matmul-kernels.ts';

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
/** Tiles of columns that a subgroup computes where the rows are normalised. */
const NORMED_TILES = 4;
const SUBGROUP_ROWS = QUAD_GROUPS * QUAD.count;

export const quadTile = (fusion: Fusion): MatmulTile => ({
  rows: SUBGROUP_ROWS * QUAD_STACK,
  columns: (fusion === 'norm and gate' ? 2 : 4) * QUAD.count * (fusion === 'none' ? 1 : NORMED_TILES),
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

const storeSums = `
  if (u.hasBias != 0u) {
    let added = bias[safeColumn];
    ${eachRow((c) => eachColumn((j, component) => `${c(j)} += added.${component};`))}
  }
  if (u.hasAddend != 0u) {
    ${eachRow(
      (c) => `let added = addend[min(target_, u.m - 1u) * u.n4 + safeColumn];
      ${eachColumn((j, component) => `${c(j)} += added.${component};`)}`,
    )}
  }
  ${eachRow(
    (c) => `if (inside && target_ < u.m) {
      c[(workgroup.z * u.m + target_) * u.n4 + column] = vec4f(${c(0)}, ${c(1)}, ${c(2)}, ${c(3)});
    }`,
  )}`;

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

export function quadKernel<F extends Fusion>(precision: Precision, fusion: F): KernelOf<F> {
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  /** An element of A in step `step` of a turn of the loop; beyond the last k, A counts as 0. */
  const element = (g: number, step: number) => {
    const k = isNormed ? `gain[min(k + ${step}u, u.k - 1u)] * (a[a${g}] * scale${g})` : `a[a${g}]`;
    return step === 0 ? k : `select(0.0, ${k}, k + ${step}u < end)`;
  };
  const tile = isNormed ? `(workgroup.x * ${NORMED_TILES}u + tile)` : 'workgroup.x';
  const columns = isGated
    ? `let half4 = u.n4 / 2u;
  let pair = ${tile} * 2u + (local.x & 1u);
  let inside = pair < half4;
  let safeColumn = min(pair, half4 - 1u) + select(0u, half4, local.x >= 2u);`
    : `let column = ${tile} * ${QUAD.count}u + local.x;
  let inside = column < u.n4;
  let safeColumn = min(column, u.n4 - 1u);`;
  return defineKernel({
    label: labelOf('quad', fusion),
    ...interfaceOf(precision, fusion),
    directives: QUAD.directives,
    body: `${READS[precision].functions}${isNormed ? QUAD.functions : ''}
@compute @workgroup_size(${QUAD.count}, ${QUAD_STACK})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = (workgroup.y * ${QUAD_STACK}u + local.y) * ${SUBGROUP_ROWS}u;
  if (row >= u.m) { return; }
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  // Beyond the last k, B must still be a finite number, because 0 · NaN is NaN.
  let bLast = u.k * u.n4 - 1u;
  ${isNormed ? `${rowScales}\nfor (var tile = 0u; tile < ${NORMED_TILES}u; tile++) {` : ''}
  ${columns}
  var bIndex = first * u.n4 + safeColumn;
  ${times(
    QUAD_GROUPS,
    (g) => `var a${g} = min(row + ${g * QUAD.count}u + local.x, u.m - 1u) * u.strideM + first * u.strideK;`,
  )}
  ${eachGroup((g, s) => eachColumn((j) => `var c${g}_${s}_${j} = 0.0;`))}
  for (var k = first; k < end; k += ${QUAD_UNROLL}u) {
    ${times(
      QUAD_UNROLL,
      (step) => `{
      ${times(QUAD_GROUPS, (g) => `let x${g} = ${element(g, step)}; a${g} += u.strideK;`)}
      let y = ${READS[precision].load(step === 0 ? 'bIndex' : 'min(bIndex, bLast)')};
      bIndex += u.n4;
      ${eachColumn((j, component) => `let y${j} = y.${component};`)}
      ${eachGroup((g, s) => `{ let x = ${SWAPS[s]}(x${g}); ${eachColumn((j) => `c${g}_${s}_${j} = x * y${j} + c${g}_${s}_${j};`)} }`)}
    }`,
    )}
  }
  ${isGated ? storeGated : storeSums}
  ${isNormed ? '}' : ''}
}`,
  }) as KernelOf<F>;
}
