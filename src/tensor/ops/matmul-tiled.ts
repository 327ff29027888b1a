/**
 * @file Matrix products on graphics processors (see matmul-kernels.ts): tiles of A and B staged in workgroup memory.
 *
 * With a gate, a thread computes the same columns of gate and factor, half of its columns each; it has at least four of both.
 */
import { defineKernel, memoised, THREADS, times } from '../kernel.ts';
import { treeSum } from '../lanes.ts';
import {
  interfaceOf,
  labelOf,
  MOST_ADAPTER_COLUMNS,
  READS,
  type FusedProduct,
  type Fusion,
  type MatmulKernel,
  type MatmulTile,
  type ProductKernels,
} from './matmul-kernels.ts';
import { gated, normed, normScale } from './norm-and-gate.ts';

/** A variant: the workgroup's tile, its depth, and rows × columns per thread. The threads are a multiple of THREADS. */
interface TiledVariant extends MatmulTile {
  depth: number;
  rowsPerThread: number;
  columnsPerThread: number;
}

/** Candidates for graphics processors, the default first. */
const tiledVariants: readonly TiledVariant[] = [
  { rows: 64, columns: 64, depth: 16, rowsPerThread: 4, columnsPerThread: 4 },
  { rows: 64, columns: 64, depth: 16, rowsPerThread: 8, columnsPerThread: 8 },
  { rows: 32, columns: 32, depth: 16, rowsPerThread: 4, columnsPerThread: 4 },
  { rows: 16, columns: 64, depth: 16, rowsPerThread: 2, columnsPerThread: 4 },
];

/** Columns of C, four at a time, that a thread computes: of a gate, and as many of its factor. */
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

/** The variant with the fewest rows: a decoding step has few, and its products with an adapter leave room for no more. */
const adaptedVariant = tiledVariants.reduce((least, variant) => (variant.rows < least.rows ? variant : least));

/** WGSL of a product over tiles. */
interface TiledProduct {
  name: string;
  first: string;
  end: string;
  /** The element of A at row `tileM` of the tile and k = start + tileK. */
  element: string;
  /** Declares `n`, the column of element `i` of B's tile, four at a time, and `isInside`. */
  columns: string;
  /** B's four elements at (k, n). */
  load: string;
}

/** `rowScale`: by what each row of the tile is multiplied, as THREADS lanes of rms-norm.ts add up its squares. */
const rowScales = (threads: number) => `
  for (var r = 0u; r < tileRows; r += ${threads / THREADS}u) {
    let lane = thread % ${THREADS}u;
    let tileRow = r + thread / ${THREADS}u;
    let start = min(row + tileRow, u.m - 1u) * u.strideM;
    var squares = 0.0;
    for (var c = lane; c < u.k; c += ${THREADS}u) { let value = a[start + c]; squares += value * value; }
    partial[thread] = squares;
    ${treeSum({ memory: 'partial', thread: 'thread', lane: 'lane', count: THREADS })}
    if (lane == 0u && tileRow < tileRows) { rowScale[tileRow] = ${normScale('partial[thread]', 'u.k')}; }
    workgroupBarrier();
  }`;

function tiledKernel(variant: TiledVariant, { precision, fusion, adapted }: FusedProduct): MatmulKernel {
  const { rows, depth, rowsPerThread } = variant;
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const { outputs, sums } = columnsOf(variant, fusion);
  const width = threadsAcross(variant);
  const height = rows / rowsPerThread;
  const threads = width * height;
  /** Columns of the tiles of B and of C, four at a time. */
  const loaded4 = width * sums;
  const stored4 = width * outputs;
  // Neighbouring threads own neighbouring columns: coalesced stores, and no bank conflicts.
  const rowOf = (i: number) => `local.y + ${i * height}u`;
  const columnOf = (j: number) => `local.x + ${j * width}u`;
  const eachOutput = (emit: (i: number, j: number) => string, count = sums) =>
    times(rowsPerThread, (i) => times(count, (j) => emit(i, j)));
  const inA = 'a[(row + tileM) * u.strideM + (start + tileK) * u.strideK]';
  const element = isNormed ? normed('gain[start + tileK]', inA, 'rowScale[tileM]') : inA;
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
fn store(split: u32, row: u32, column: u32, value: vec4f, correction: vec4f) {
  if (row >= u.m || column >= u.n4) { return; }
  var sum = value;
  if (u.hasBias != 0u) { sum += bias[column]; }
  if (u.hasAddend != 0u) { sum += addend[row * u.n4 + column]; }
  c[(split * u.m + row) * u.n4 + column] = ${adapted ? 'correction + sum' : 'sum'};
}`;
  /** A product over tiles: sums up into `<name><row>_<column>`, which it declares. */
  const product = ({ name, first, end, element, columns, load }: TiledProduct) => `
  ${eachOutput((i, j) => `var ${name}${i}_${j} = vec4f();`)}
  for (var start = ${first}; start < ${end}; start += ${depth}u) {
    for (var i = thread; i < ${rows * depth}u; i += ${threads}u) {
      let tileK = select(i / ${rows}u, i % ${depth}u, kFastest);
      let tileM = select(i % ${rows}u, i / ${depth}u, kFastest);
      var value = 0.0;
      if (start + tileK < ${end} && row + tileM < u.m) { value = ${element}; }
      tileA[tileK * ${rows}u + tileM] = value;
    }
    for (var i = thread; i < ${loaded4 * depth}u; i += ${threads}u) {
      let k = start + i / ${loaded4}u;
      ${columns}
      var value = vec4f();
      if (k < ${end} && isInside) { value = ${load}; }
      tileB[i] = value;
    }
    workgroupBarrier();
    for (var k = 0u; k < ${depth}u; k++) {
      ${times(sums, (j) => `let y${j} = tileB[k * ${loaded4}u + ${columnOf(j)}];`)}
      ${times(
        rowsPerThread,
        (i) => `{ let x = tileA[k * ${rows}u + ${rowOf(i)}];
        ${times(sums, (j) => `${name}${i}_${j} = x * y${j} + ${name}${i}_${j};`)} }`,
      )}
    }
    workgroupBarrier();
  }`;
  /** A·P of the tile's rows, into workgroup memory. */
  const reduce = `
  for (var block = 0u; block < u.r4; block += ${loaded4}u) {
    ${product({
      name: 'c',
      first: '0u',
      end: 'u.k',
      element,
      load: 'p[k * u.r4 + n]',
      columns: `let n = block + i % ${loaded4}u;
      let isInside = n < u.r4;`,
    })}
    ${eachOutput(
      (i, j) => `if (block + ${columnOf(j)} < u.r4) {
      let start = (${rowOf(i)}) * ${MOST_ADAPTER_COLUMNS}u + (block + ${columnOf(j)}) * 4u;
      ${times(4, (component) => `reduced[start + ${component}u] = c${i}_${j}[${component}];`)}
    }`,
    )}
  }
  workgroupBarrier();`;
  return defineKernel({
    label: labelOf('tiled', fusion, adapted),
    ...interfaceOf('f32', precision, fusion, adapted),
    body: `${READS[precision].functions}${store}
${isNormed ? `var<workgroup> partial: array<f32, ${threads}>;\nvar<workgroup> rowScale: array<f32, ${rows}>;` : ''}
${adapted ? `var<workgroup> reduced: array<f32, ${rows * MOST_ADAPTER_COLUMNS}>;` : ''}
var<workgroup> tileA: array<f32, ${rows * depth}>;
var<workgroup> tileB: array<vec4f, ${loaded4 * depth}>;
@compute @workgroup_size(${width}, ${height})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let row = workgroup.y * ${rows}u;
  let column = workgroup.x * ${stored4}u;
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  // Neighbouring threads load neighbouring elements of A, whether its rows or its columns are contiguous.
  let kFastest = u.strideK == 1u;
  ${isNormed ? `let tileRows = min(${rows}u, u.m - row);${rowScales(threads)}` : ''}
  ${adapted ? reduce : ''}
  ${product({ name: 'c', first: 'first', end: 'end', element, columns, load: READS[precision].load('k * u.n4 + n') })}
  ${
    adapted
      ? product({
          name: 'd',
          first: '0u',
          end: '(u.r4 * 4u)',
          columns,
          load: 'q[k * u.n4 + n]',
          element: `reduced[tileM * ${MOST_ADAPTER_COLUMNS}u + start + tileK]`,
        })
      : ''
  }
  ${eachOutput((i, j) => {
    const corrected = (column: number) => (adapted ? `d${i}_${column} + c${i}_${column}` : `c${i}_${column}`);
    const values = isGated
      ? `${corrected(j)}, ${corrected(j + outputs)}`
      : `c${i}_${j}, ${adapted ? `d${i}_${j}` : 'vec4f()'}`;
    return `store(workgroup.z, row + ${rowOf(i)}, column + ${columnOf(j)}, ${values});`;
  }, outputs)}
}`,
  }) as unknown as MatmulKernel;
}

const kernelOf = memoised((index: number, product: FusedProduct) => {
  const variant = product.adapted ? adaptedVariant : tiledVariants[index];
  return { kernel: tiledKernel(variant, product), tile: tiledTile(variant, product.fusion) };
});

/** One kernel serves both layouts, with or without an addend. */
export const tiledProducts: ProductKernels = {
  variants: tiledVariants.length,
  plain: ({ precision }, variant) => kernelOf(variant, { precision, fusion: 'none', adapted: false }),
  fused: (product, variant) => kernelOf(variant, product),
};
