/**
 * @file Matrix products on software adapters (see matmul-kernels.ts), made of quad-product.ts.
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
  type Fusion,
  type KernelOf,
  type MatmulTile,
} from './matmul-kernels.ts';
import {
  eachColumn,
  eachGatedRow,
  eachGroup,
  gatedColumns,
  quadProduct,
  rowScales,
  SUBGROUP_ROWS,
} from './quad-product.ts';

/** Subgroups in a workgroup, one below the other. */
const QUAD_STACK = 8;
/** Tiles of columns that a subgroup computes where the rows are normalised, or corrected by an adapter. */
const NORMED_TILES = 4;
const ADAPTED_TILES = 8;

const tilesOf = (fusion: Fusion, adapted: boolean) => (adapted ? ADAPTED_TILES : fusion === 'none' ? 1 : NORMED_TILES);
/** With an adapter a workgroup is one subgroup: its lanes wait for each other, which all of a workgroup must do alike. */
const stackOf = (adapted: boolean) => (adapted ? 1 : QUAD_STACK);

export const quadTile = (fusion: Fusion, adapted: boolean): MatmulTile => ({
  rows: SUBGROUP_ROWS * stackOf(adapted),
  columns: (fusion === 'norm and gate' ? 2 : 4) * QUAD.count * tilesOf(fusion, adapted),
});

/** Rows of C, after the swaps: `target`, and its accumulators. */
const eachRow = (emit: (accumulator: (j: number) => string) => string) =>
  eachGroup(
    (g, s) => `{ let target_ = row + ${g * QUAD.count}u + (local.x ^ ${s}u); ${emit((j) => `c${g}_${s}_${j}`)} }`,
  );

const storeGated = eachGatedRow(
  (place, value) => `if (inside && row + ${place} < u.m) { c[(row + ${place}) * half4 + pair] = ${value}; }`,
);

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
    ? `let half4 = u.n4 / 2u;${gatedColumns(tile)}`
    : `let column = ${tile} * ${QUAD.count}u + local.x;
  let inside = column < u.n4;
  let safeColumn = min(column, u.n4 - 1u);`;
  const rows = {
    rowStart: (g: number) => `min(row + ${g * QUAD.count}u + local.x, u.m - 1u) * u.strideM`,
    stride: 'u.strideK',
    shared: (step: number) => (isNormed ? `let channelGain = gain[min(k + ${step}u, u.k - 1u)];` : ''),
    element: (index: string, g: number) => (isNormed ? `channelGain * (a[${index}] * scale${g})` : `a[${index}]`),
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
  ${
    isNormed
      ? rowScales({
          start: (i) => `min(row + ${i}u, u.m - 1u) * u.strideM`,
          element: (index) => `a[${index}]`,
          length: 'u.k',
        })
      : ''
  }
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
