/**
 * @file Matrix products on graphics processors (see matmul-kernels.ts): tiles of A and B staged in workgroup memory.
 * Which variant is fastest differs from adapter to adapter, so it is measured (autotune.ts).
 *
 * With a gate, a thread computes the same columns of gate and factor, half of its columns each; it has at least four of both.
 */
import { FROM_NATIVE_HALVES } from '../half.ts';
import { memoised } from '../../common/memoised.ts';
import { defineKernel, THREADS, times } from '../kernel.ts';
import { LANE_DIRECTIVES, treeSum } from '../lanes.ts';
import {
  interfaceOf,
  labelOf,
  MOST_ADAPTER_COLUMNS,
  READS,
  type FusedProduct,
  type Fusion,
  type MatmulKernel,
  type MatmulTile,
  type PlainProduct,
  type ProductKernels,
} from './matmul-kernels.ts';
import { gated, normed, normScale, withSquare } from './norm-and-gate.ts';

/**
 * How numbers come to a thread. `staged`: through a tile, one number of A at a time. `prefetched`: four at a time, those of
 * the next tile while one is multiplied, into the other of two tiles; f16 stays packed until it is multiplied. `lanes`: B as
 * staged, and A from the registers of neighbouring lanes, which hold a tile's rows together; needs `subgroups`.
 */
type Way = 'staged' | 'prefetched' | 'lanes';

/** A variant: the workgroup's tile, its depth, and rows × columns per thread. The threads are a multiple of THREADS. */
interface TiledVariant extends MatmulTile {
  depth: number;
  rowsPerThread: number;
  columnsPerThread: number;
  way: Way;
  /** True if f16 is read as the type that `shader-f16` brings; both ways are exact. */
  nativeHalves?: true;
}

/** Candidates for every graphics processor, the default first. */
const plainVariants: readonly TiledVariant[] = [
  { rows: 64, columns: 64, depth: 16, rowsPerThread: 4, columnsPerThread: 4, way: 'staged' },
  { rows: 64, columns: 64, depth: 16, rowsPerThread: 8, columnsPerThread: 8, way: 'staged' },
  { rows: 32, columns: 32, depth: 16, rowsPerThread: 4, columnsPerThread: 4, way: 'staged' },
  { rows: 16, columns: 64, depth: 16, rowsPerThread: 2, columnsPerThread: 4, way: 'staged' },
  // Two tiles of depth 16 would not fit into the workgroup memory that every adapter has, 16 KiB.
  { rows: 64, columns: 64, depth: 8, rowsPerThread: 8, columnsPerThread: 8, way: 'prefetched' },
  { rows: 16, columns: 64, depth: 8, rowsPerThread: 2, columnsPerThread: 4, way: 'prefetched' },
];
/** With `subgroups`: a row of threads is a multiple of the lanes that share A's rows, at most 16. */
const laneVariant: TiledVariant = {
  ...{ rows: 32, columns: 64, depth: 16, rowsPerThread: 4, columnsPerThread: 4 },
  way: 'lanes',
};
/** With `shader-f16`. */
const halfVariant: TiledVariant = { ...plainVariants[4], nativeHalves: true };

/** What an adapter has beyond what every one has. */
export interface TiledFeatures {
  /** The fewest threads of its subgroups, a power of two; 0 without subgroups. */
  lanes: number;
  halves: boolean;
}

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
const adaptedVariant = plainVariants.reduce((least, variant) => (variant.rows < least.rows ? variant : least));

/** WGSL of a product over tiles. */
interface TiledProduct {
  name: string;
  first: string;
  end: string;
  /** The element of A at row `tileM` of the tile and k = start + tileK; four neighbours where A is prefetched. */
  element: string;
  /** Declares `n`, the column of element `i` of B's tile, four at a time, and `isInside`. */
  columns: string;
  /** B's four elements at (k, n). */
  load: string;
}

/** `rowScale`: by what each row of the tile is multiplied, as THREADS lanes of rms-norm.ts add up its squares. */
const rowScales = (threads: number, square: string) => `
  for (var r = 0u; r < tileRows; r += ${threads / THREADS}u) {
    let lane = thread % ${THREADS}u;
    let tileRow = r + thread / ${THREADS}u;
    let start = min(row + tileRow, u.m - 1u) * u.strideM;
    var squares = 0.0;
    for (var c = lane; c < u.k; c += ${THREADS}u) { let value = ${square}; squares = ${withSquare('squares', 'value')}; }
    partial[thread] = squares;
    ${treeSum({ memory: 'partial', thread: 'thread', lane: 'lane', count: THREADS })}
    if (lane == 0u && tileRow < tileRows) { rowScale[tileRow] = ${normScale('partial[thread]', 'u.k')}; }
    workgroupBarrier();
  }`;

/** @param lanes the lanes that share A's rows; they divide the variant's depth */
function tiledKernel(
  variant: TiledVariant,
  { precision, fusion, adapted, layout }: FusedProduct & Pick<PlainProduct, 'layout'>,
  lanes: number,
): MatmulKernel {
  const { rows, depth, rowsPerThread, way, nativeHalves } = variant;
  const isPrefetched = way === 'prefetched';
  const isNative = precision === 'f16' && nativeHalves === true;
  const isNormed = fusion !== 'none';
  const isGated = fusion === 'norm and gate';
  const { outputs, sums } = columnsOf(variant, fusion);
  const tiles = isPrefetched ? 2 : 1;
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
  const inA = `a[((row + tileM) * u.strideM + (start + tileK) * u.strideK)${isPrefetched ? ' / 4u' : ''}]`;
  const gain = isPrefetched ? 'gain[(start + tileK) / 4u]' : 'gain[start + tileK]';
  const element = isNormed ? normed(gain, inA, 'rowScale[tileM]') : inA;
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
  const multiplyAdd = (name: string, i: number) =>
    times(sums, (j) => `${name}${i}_${j} = x * y${j} + ${name}${i}_${j};`);
  const { load, functions } = READS[precision];
  /** What is staged as it is stored takes less room. */
  const staysPacked = isPrefetched && precision === 'f16';
  const kept = staysPacked ? READS.f16.element : 'vec4f';
  const inTile = (index: string) => (staysPacked ? `fromHalves(tileB[${index}])` : `tileB[${index}]`);
  /** Adds the products of a tile's step k up. */
  const step = (name: string, k: string, x: (i: number) => string, tile = '') => `
      ${times(sums, (j) => `let y${j} = ${inTile(`${tile}(${k}) * ${loaded4}u + ${columnOf(j)}`)};`)}
      ${times(rowsPerThread, (i) => `{ let x = ${x(i)}; ${multiplyAdd(name, i)} }`)}`;
  const stagedB = ({ end, columns, load }: TiledProduct) => `
    for (var i = thread; i < ${loaded4 * depth}u; i += ${threads}u) {
      let k = start + i / ${loaded4}u;
      ${columns}
      var value = vec4f();
      if (k < ${end} && isInside) { value = ${load}; }
      tileB[i] = value;
    }`;
  const stagedA = ({ end, element }: TiledProduct) => `
    for (var i = thread; i < ${rows * depth}u; i += ${threads}u) {
      let tileK = select(i / ${rows}u, i % ${depth}u, kFastest);
      let tileM = select(i % ${rows}u, i / ${depth}u, kFastest);
      var value = 0.0;
      if (start + tileK < ${end} && row + tileM < u.m) { value = ${element}; }
      tileA[tileK * ${rows}u + tileM] = value;
    }`;
  /** How a product goes over its tiles. */
  const ways: Record<Way, (product: TiledProduct) => string> = {
    staged: (product) => `
  for (var start = ${product.first}; start < ${product.end}; start += ${depth}u) {
    ${stagedA(product)}
    ${stagedB(product)}
    workgroupBarrier();
    for (var k = 0u; k < ${depth}u; k++) {
      ${step(product.name, 'k', (i) => `tileA[k * ${rows}u + ${rowOf(i)}]`)}
    }
    workgroupBarrier();
  }`,
    lanes: (product) => `
  let lane = subgroupLane % ${lanes}u;
  for (var start = ${product.first}; start < ${product.end}; start += ${depth}u) {
    ${times(rowsPerThread, (i) =>
      times(
        depth / lanes,
        (part) => `var held${i}_${part} = 0.0;
    { let tileM = ${rowOf(i)};
      let tileK = lane + ${part * lanes}u;
      if (start + tileK < ${product.end} && row + tileM < u.m) { held${i}_${part} = ${product.element}; } }`,
      ),
    )}
    ${stagedB(product)}
    workgroupBarrier();
    ${times(
      depth / lanes,
      (part) => `for (var k = 0u; k < ${lanes}u; k++) {
      ${step(product.name, `k + ${part * lanes}u`, (i) => `subgroupShuffle(held${i}_${part}, subgroupLane - lane + k)`)}
    }`,
    )}
    workgroupBarrier();
  }`,
    prefetched: ({ name, first, end, element, columns, load }) => {
      const [fours, words] = [(rows * depth) / 4, loaded4 * depth];
      const parts = (count: number, emit: (part: number, i: string) => string) =>
        times(Math.ceil(count / threads), (part) => emit(part, `(thread + ${part * threads}u)`));
      const guard = (count: number) => (count % threads === 0 ? '' : ` && i < ${count}u`);
      /** Where four neighbours of A lie: along k, or along its rows. */
      const at = (i: string) =>
        layout === 'rows'
          ? `let tileK = ${i} % ${depth / 4}u * 4u; let tileM = ${i} / ${depth / 4}u;`
          : `let tileM = ${i} % ${rows / 4}u * 4u; let tileK = ${i} / ${rows / 4}u;`;
      const fetch = `
    ${parts(
      fours,
      (part, i) => `var nextA${part} = vec4f();
    { let i = ${i}; ${at('i')}
      if (start + tileK < ${end} && row + tileM < u.m${guard(fours)}) { nextA${part} = ${element}; } }`,
    )}
    ${parts(
      words,
      (part, index) => `var nextB${part} = ${kept}();
    { let i = ${index}; let k = start + i / ${loaded4}u; ${columns}
      if (k < ${end} && isInside${guard(words)}) { nextB${part} = ${load}; } }`,
    )}`;
      const stash = `
    ${parts(
      fours,
      (part, i) => `if (${i} < ${fours}u) { ${at(i)}
      ${times(4, (c) => `tileA[tile * ${rows * depth}u + (tileK + ${layout === 'rows' ? c : 0}u) * ${rows}u + tileM + ${layout === 'rows' ? 0 : c}u] = nextA${part}[${c}];`)} }`,
    )}
    ${parts(words, (part, i) => `if (${i} < ${words}u) { tileB[tile * ${words}u + ${i}] = nextB${part}; }`)}
    workgroupBarrier();`;
      return `
  var tile = 0u;
  { let start = ${first}; ${fetch}
    ${stash} }
  for (var done = ${first}; done < ${end}; done += ${depth}u) {
    let start = done + ${depth}u;
    ${fetch}
    for (var k = 0u; k < ${depth}u; k++) {
      ${step(name, 'k', (i) => `tileA[tile * ${rows * depth}u + k * ${rows}u + ${rowOf(i)}]`, `tile * ${words}u + `)}
    }
    tile = 1u - tile;
    ${stash}
  }`;
    },
  };
  /** A product over tiles: sums up into `<name><row>_<column>`, which it declares. */
  const product = (tiles: TiledProduct) => `
  ${eachOutput((i, j) => `var ${tiles.name}${i}_${j} = vec4f();`)}
  ${ways[way](tiles)}`;
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
    ...interfaceOf(isPrefetched ? 'vec4f' : 'f32', precision, fusion, adapted),
    directives: way === 'lanes' ? LANE_DIRECTIVES : isNative ? 'enable f16;' : '',
    body: `${isNative ? FROM_NATIVE_HALVES : functions}${store}
${isNormed ? `var<workgroup> partial: array<f32, ${threads}>;\nvar<workgroup> rowScale: array<f32, ${rows}>;` : ''}
${adapted ? `var<workgroup> reduced: array<f32, ${rows * MOST_ADAPTER_COLUMNS}>;` : ''}
${way === 'lanes' ? '' : `var<workgroup> tileA: array<f32, ${tiles * rows * depth}>;`}
var<workgroup> tileB: array<${kept}, ${tiles * loaded4 * depth}>;
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) workgroup: vec3u,
        @builtin(local_invocation_index) thread: u32${way === 'lanes' ? ', @builtin(subgroup_invocation_id) subgroupLane: u32' : ''}) {
  let local = vec2u(thread % ${width}u, thread / ${width}u);
  let row = workgroup.y * ${rows}u;
  let column = workgroup.x * ${stored4}u;
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  // Neighbouring threads load neighbouring elements of A, whether its rows or its columns are contiguous.
  let kFastest = u.strideK == 1u;
  ${isNormed ? `let tileRows = min(${rows}u, u.m - row);${rowScales(threads, isPrefetched ? 'a[(start + c) / 4u][c % 4u]' : 'a[start + c]')}` : ''}
  ${adapted ? reduce : ''}
  ${product({ name: 'c', first: 'first', end: 'end', element, columns, load: staysPacked ? 'b[k * u.n4 + n]' : load('k * u.n4 + n') })}
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

const kernelOf = memoised(
  (variant: TiledVariant, product: FusedProduct & Pick<PlainProduct, 'layout'>, lanes: number) => ({
    kernel: tiledKernel(variant, product, lanes),
    tile: tiledTile(variant, product.fusion),
  }),
);

const describe = ({ rows, columns, rowsPerThread, columnsPerThread, way, nativeHalves }: TiledVariant): string =>
  `${rows} × ${columns}, ${rowsPerThread} × ${columnsPerThread} a thread, ${way}${nativeHalves ? ', f16' : ''}`;

/** The products of an adapter with these features. One kernel serves products with or without an addend. */
export function tiledProducts({ lanes, halves }: TiledFeatures): ProductKernels {
  const variants = [...plainVariants, ...(lanes > 0 ? [laneVariant] : []), ...(halves ? [halfVariant] : [])];
  const sharing = Math.min(lanes, laneVariant.depth);
  return {
    variants: variants.map(describe),
    plain: ({ layout, precision }, _, index) => {
      const variant = variants[index];
      // Where A is read one number at a time, one kernel serves both layouts.
      const only = variant.way === 'prefetched' ? layout : 'rows';
      return kernelOf(variant, { layout: only, precision, fusion: 'none', adapted: false }, sharing);
    },
    fused: (product, _, index) => {
      const variant = product.adapted ? adaptedVariant : variants[index];
      return kernelOf(variant, { ...product, layout: 'rows' }, sharing);
    },
    // A sum's splits, and so its bits, are those of the default, whichever variant adds it up.
    countedTile: plainVariants[0],
  };
}
