/**
 * @file Multiplies matrices on graphics processors (see matmul-kernels.ts), with tiles of A and B in workgroup memory.
 * While one tile is multiplied, threads fetch the next one, four elements at a time. f16 stays packed until it is
 * multiplied.
 *
 * With a gate, a thread computes the same columns of gate and factor. Half of its columns, but at least four, are gate
 * columns.
 */
import { memoised } from '../../common/once.ts';
import { defineKernel, THREADS, times } from '../kernel.ts';
import { treeSum } from '../lanes.ts';
import {
  interfaceOf,
  READS,
  type FusedProduct,
  type Fusion,
  type MatmulKernel,
  type MatmulTile,
  type PlainProduct,
  type ProductKernels,
  type ProductSize,
} from './matmul-kernels.ts';
import { gated, normed, normScale, withSquare } from './norm-and-gate.ts';

/** Tile of a workgroup, and the part that each thread computes. The number of threads must be a multiple of THREADS. */
interface TiledVariant extends MatmulTile {
  rowsPerThread: number;
  columnsPerThread: number;
}

/** Tile for large products. */
export const LARGE_TILE: TiledVariant = { rows: 64, columns: 64, rowsPerThread: 8, columnsPerThread: 8 };
/** Tile for small products. More workgroups keep more cores busy. */
export const SMALL_TILE: TiledVariant = { rows: 16, columns: 64, rowsPerThread: 2, columnsPerThread: 4 };
/** Steps of k in a tile. With a norm, 16 steps would exceed WebGPU's guaranteed 16 KiB of workgroup memory. */
const DEPTH = 8;

/** Returns four-column groups per thread: `outputs` counts groups of C; `sums` counts gate and factor separately. */
const columnsOf = ({ columnsPerThread }: TiledVariant, fusion: Fusion) => {
  const four = columnsPerThread / 4;
  const outputs = fusion === 'norm and gate' ? Math.max(1, four / 2) : four;
  return { outputs, sums: fusion === 'norm and gate' ? 2 * outputs : four };
};

const threadsAcross = ({ columns, columnsPerThread }: TiledVariant) => columns / columnsPerThread;

const tiledTile = (variant: TiledVariant, fusion: Fusion): MatmulTile => ({
  rows: variant.rows,
  columns: threadsAcross(variant) * columnsOf(variant, fusion).outputs * 4,
});

/** WGSL: computes `rowScale`, the RMS norm's factor of each tile row. Its sum has the order of rms-norm.ts. */
const rowScales = (threads: number) => `
  for (var r = 0u; r < tileRows; r += ${threads / THREADS}u) {
    let lane = thread % ${THREADS}u;
    let tileRow = r + thread / ${THREADS}u;
    let start = min(row + tileRow, u.m - 1u) * u.strideM;
    var squares = 0.0;
    for (var c = lane; c < u.k; c += ${THREADS}u) { let value = a[(start + c) / 4u][c % 4u]; squares = ${withSquare('squares', 'value')}; }
    partial[thread] = squares;
    ${treeSum({ memory: 'partial', thread: 'thread', lane: 'lane', count: THREADS })}
    if (lane == 0u && tileRow < tileRows) { rowScale[tileRow] = ${normScale('partial[thread]', 'u.k')}; }
    workgroupBarrier();
  }`;

const LABELS: Readonly<Record<Fusion, string>> = {
  none: 'matmul',
  norm: 'norm, matmul',
  'norm and gate': 'norm, matmul, swiglu',
};

function tiledKernel(
  variant: TiledVariant,
  { precision, fusion, layout }: FusedProduct & Pick<PlainProduct, 'layout'>,
): MatmulKernel {
  const { rows, rowsPerThread } = variant;
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const { outputs, sums } = columnsOf(variant, fusion);
  const width = threadsAcross(variant);
  const height = rows / rowsPerThread;
  const threads = width * height;
  /** Number of four-column groups in the tiles of B (`loaded4`) and of C (`stored4`). */
  const loaded4 = width * sums;
  const stored4 = width * outputs;
  // Neighbouring threads own neighbouring columns, so that stores are coalesced and memory banks do not conflict.
  const rowOf = (i: number) => `local.y + ${i * height}u`;
  const columnOf = (j: number) => `local.x + ${j * width}u`;
  const eachOutput = (emit: (i: number, j: number) => string, count = sums) =>
    times(rowsPerThread, (i) => times(count, (j) => emit(i, j)));
  const inA = 'a[((row + tileM) * u.strideM + (start + tileK) * u.strideK) / 4u]';
  const element = isNormed ? normed('gain[(start + tileK) / 4u]', inA, 'rowScale[tileM]') : inA;
  const columns = isGated
    ? `let inGate = i % ${loaded4}u < ${stored4}u;
      let output = column + i % ${stored4}u;
      let n = select(u.n4 / 2u, 0u, inGate) + output;
      let isInside = output < u.n4 / 2u;`
    : `let n = column + i % ${loaded4}u;
      let isInside = n < u.n4;`;
  const store = isGated
    ? `
fn store(split: u32, row: u32, column: u32, gate: vec4f, factor: vec4f) {
  if (row >= u.m || column >= u.n4 / 2u) { return; }
  c[row * (u.n4 / 2u) + column] = ${gated('gate', 'factor')};
}`
    : `
fn store(split: u32, row: u32, column: u32, value: vec4f) {
  if (row >= u.m || column >= u.n4) { return; }
  var sum = value;
  if (u.hasBias != 0u) { sum += bias[column]; }
  if (u.hasAddend != 0u) { sum += addend[row * u.n4 + column]; }
  c[(split * u.m + row) * u.n4 + column] = sum;
}`;
  const multiplyAdd = (i: number) => times(sums, (j) => `c${i}_${j} = x * y${j} + c${i}_${j};`);
  const { load, functions } = READS[precision];
  const staysPacked = precision === 'f16';
  const kept = staysPacked ? READS.f16.element : 'vec4f';
  const inTile = (index: string) => (staysPacked ? `fromHalves(tileB[${index}])` : `tileB[${index}]`);
  const [fours, words] = [(rows * DEPTH) / 4, loaded4 * DEPTH];
  /** Joins the WGSL of `emit` for each four elements that a thread loads. */
  const parts = (count: number, emit: (part: number, i: string) => string) =>
    times(Math.ceil(count / threads), (part) => emit(part, `(thread + ${part * threads}u)`));
  const guard = (count: number) => (count % threads === 0 ? '' : ` && i < ${count}u`);
  /** WGSL: position in the tile of four elements of A. They are neighbours along k, or along the rows of the tile. */
  const at = (i: string) =>
    layout === 'rows'
      ? `let tileK = ${i} % ${DEPTH / 4}u * 4u; let tileM = ${i} / ${DEPTH / 4}u;`
      : `let tileM = ${i} % ${rows / 4}u * 4u; let tileK = ${i} / ${rows / 4}u;`;
  const fetch = `
    ${parts(
      fours,
      (part, i) => `var nextA${part} = vec4f();
    { let i = ${i}; ${at('i')}
      if (start + tileK < end && row + tileM < u.m${guard(fours)}) { nextA${part} = ${element}; } }`,
    )}
    ${parts(
      words,
      (part, index) => `var nextB${part} = ${kept}();
    { let i = ${index}; let k = start + i / ${loaded4}u; ${columns}
      if (k < end && isInside${guard(words)}) { nextB${part} = ${staysPacked ? 'b[k * u.n4 + n]' : load('k * u.n4 + n')}; } }`,
    )}`;
  const stash = `
    ${parts(
      fours,
      (part, i) => `if (${i} < ${fours}u) { ${at(i)}
      ${times(4, (c) => `tileA[tile * ${rows * DEPTH}u + (tileK + ${layout === 'rows' ? c : 0}u) * ${rows}u + tileM + ${layout === 'rows' ? 0 : c}u] = nextA${part}[${c}];`)} }`,
    )}
    ${parts(words, (part, i) => `if (${i} < ${words}u) { tileB[tile * ${words}u + ${i}] = nextB${part}; }`)}
    workgroupBarrier();`;
  return defineKernel({
    label: `${LABELS[fusion]} tiled`,
    ...interfaceOf(precision, fusion),
    body: `${functions}${store}
${isNormed ? `var<workgroup> partial: array<f32, ${threads}>;\nvar<workgroup> rowScale: array<f32, ${rows}>;` : ''}
var<workgroup> tileA: array<f32, ${2 * rows * DEPTH}>;
var<workgroup> tileB: array<${kept}, ${2 * words}>;
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) workgroup: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let local = vec2u(thread % ${width}u, thread / ${width}u);
  let row = workgroup.y * ${rows}u;
  let column = workgroup.x * ${stored4}u;
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  ${isNormed ? `let tileRows = min(${rows}u, u.m - row);${rowScales(threads)}` : ''}
  ${eachOutput((i, j) => `var c${i}_${j} = vec4f();`)}
  var tile = 0u;
  { let start = first; ${fetch}
    ${stash} }
  for (var done = first; done < end; done += ${DEPTH}u) {
    let start = done + ${DEPTH}u;
    ${fetch}
    for (var k = 0u; k < ${DEPTH}u; k++) {
      ${times(sums, (j) => `let y${j} = ${inTile(`tile * ${words}u + k * ${loaded4}u + ${columnOf(j)}`)};`)}
      ${times(rowsPerThread, (i) => `{ let x = tileA[tile * ${rows * DEPTH}u + k * ${rows}u + ${rowOf(i)}]; ${multiplyAdd(i)} }`)}
    }
    tile = 1u - tile;
    ${stash}
  }
  ${eachOutput((i, j) => {
    const values = isGated ? `c${i}_${j}, c${i}_${j + outputs}` : `c${i}_${j}`;
    return `store(workgroup.z, row + ${rowOf(i)}, column + ${columnOf(j)}, ${values});`;
  }, outputs)}
}`,
  }) as unknown as MatmulKernel;
}

const kernelOf = memoised((variant: TiledVariant, product: FusedProduct & Pick<PlainProduct, 'layout'>) => ({
  kernel: tiledKernel(variant, product),
  tile: tiledTile(variant, product.fusion),
}));

/** Returns kernels with tiles in workgroup memory. @param variantOf chooses the tile, which does not change the bits */
export const tiledProductsWith = (
  variantOf: (layout: PlainProduct['layout'], size: ProductSize) => TiledVariant,
): ProductKernels => ({
  // One kernel serves products with and without an addend.
  plain: ({ layout, precision }, size) => kernelOf(variantOf(layout, size), { layout, precision, fusion: 'none' }),
  fused: (product, size) => kernelOf(variantOf('rows', size), { ...product, layout: 'rows' }),
  // How a sum is split changes its bits, so splits must not depend on the tile.
  countedTile: LARGE_TILE,
});

/** Number of workgroups that keep a graphics processor busy. */
export const BUSY_WORKGROUPS = 256;

/** Kernels with large or small tiles. A transposed product always has large ones: its split sums keep the GPU busy. */
export const tiledProducts = tiledProductsWith((layout, { m, n }) =>
  layout === 'columns' || Math.ceil(m / LARGE_TILE.rows) * Math.ceil(n / LARGE_TILE.columns) >= BUSY_WORKGROUPS
    ? LARGE_TILE
    : SMALL_TILE,
);
