/**
 * @file Matrix products, WGSL: C = A·B, and C = Aᵀ·B for the gradient of a weight. One kernel serves both: A's element
 * (m, k) lies at m·strideM + k·strideK.
 *
 * `quad` (software adapters): the 4 lanes of a subgroup compute 16 rows × 16 columns of C. There a load costs about 20
 * times as much as a multiply-add (its 4 lanes are bounds-checked and fetched one by one), so every lane loads other
 * elements and shares them: lane l loads rows l, l + 4, … of A, quad swaps turn each into four, and every lane multiplies them
 * by 4 columns of its own. In the register of swap s, lane l therefore has row l xor s.
 * Accumulators are named variables: an indexed array is 9 times slower.
 *
 * `tiled` (graphics processors): tiles of A and B staged in workgroup memory.
 *
 * B may be f16, for frozen weights: it is read in f16 and multiplied and added up in f32.
 *
 * Every variant adds the products of one output in the same order, k ascending, so all give the same bits.
 */
import { FROM_HALVES } from '../half.ts';
import { defineKernel, type Kernel } from '../kernel.ts';
import { QUAD } from '../lanes.ts';
import type { Precision } from '../parameters.ts';

const times = (count: number, emit: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => emit(i)).join('\n');

/** How four neighbouring elements of B are stored and read. */
const READS = {
  f32: { type: 'read vec4f', load: (index: string) => `b[${index}]` },
  f16: { type: 'read vec2u', load: (index: string) => `fromHalves(b[${index}])` },
} as const satisfies Record<Precision, object>;

const functionsOf = (precision: Precision) => (precision === 'f16' ? FROM_HALVES : '');

const INTERFACE = {
  storage: { a: 'read f32', bias: 'read vec4f', addend: 'read vec4f', c: 'write vec4f' },
  /**
   * B is [k, n], C is [m, n], n a multiple of 4. Split s (the grid's z) adds the products of k in [s·depth, (s+1)·depth) into C[s].
   * Bias [n] and addend [m, n] are added where their flags say so.
   */
  uniforms: {
    m: 'u32',
    /** n / 4: columns are loaded and stored four at a time. */
    n4: 'u32',
    k: 'u32',
    strideM: 'u32',
    strideK: 'u32',
    depth: 'u32',
    hasBias: 'u32',
    hasAddend: 'u32',
  },
} as const;

/** Storage in the order of the bindings. */
const interfaceOf = (precision: Precision) => {
  const { a, ...others } = INTERFACE.storage;
  return { storage: { a, b: READS[precision].type, ...others }, uniforms: INTERFACE.uniforms };
};

export type MatmulKernel = Kernel<keyof typeof INTERFACE.storage | 'b', keyof typeof INTERFACE.uniforms>;

/** Rows and columns of C that one workgroup computes; columns a multiple of 4. */
export interface MatmulTile {
  rows: number;
  columns: number;
}

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

export const quadTile: MatmulTile = { rows: QUAD_GROUPS * QUAD.count * QUAD_STACK, columns: 4 * QUAD.count };

const eachColumn = (emit: (j: number, component: string) => string) => times(4, (j) => emit(j, COMPONENTS[j]));
const eachGroup = (emit: (g: number, s: number) => string) =>
  times(QUAD_GROUPS, (g) => times(QUAD.count, (s) => emit(g, s)));
/** Rows of C, after the swaps: `target`, and its accumulators. */
const eachRow = (emit: (accumulator: (j: number) => string) => string) =>
  eachGroup(
    (g, s) => `{ let target_ = row + ${g * QUAD.count}u + (local.x ^ ${s}u); ${emit((j) => `c${g}_${s}_${j}`)} }`,
  );

export const quadKernel = (precision: Precision): MatmulKernel =>
  defineKernel({
    label: 'matmul quad',
    ...interfaceOf(precision),
    directives: QUAD.directives,
    body: `${functionsOf(precision)}
@compute @workgroup_size(${QUAD.count}, ${QUAD_STACK})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = (workgroup.y * ${QUAD_STACK}u + local.y) * ${QUAD_GROUPS * QUAD.count}u;
  let column = workgroup.x * ${QUAD.count}u + local.x;
  if (row >= u.m) { return; }
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  let safeColumn = min(column, u.n4 - 1u);
  var bIndex = first * u.n4 + safeColumn;
  // Beyond the last k, A counts as 0. B must still be a finite number there, because 0 · NaN is NaN.
  let bLast = u.k * u.n4 - 1u;
  ${times(
    QUAD_GROUPS,
    (g) => `var a${g} = min(row + ${g * QUAD.count}u + local.x, u.m - 1u) * u.strideM + first * u.strideK;`,
  )}
  ${eachGroup((g, s) => eachColumn((j) => `var c${g}_${s}_${j} = 0.0;`))}
  for (var k = first; k < end; k += ${QUAD_UNROLL}u) {
    ${times(
      QUAD_UNROLL,
      (step) => `{
      ${times(
        QUAD_GROUPS,
        (g) =>
          `let x${g} = ${step === 0 ? `a[a${g}]` : `select(0.0, a[a${g}], k + ${step}u < end)`}; a${g} += u.strideK;`,
      )}
      let y = ${READS[precision].load(step === 0 ? 'bIndex' : 'min(bIndex, bLast)')};
      bIndex += u.n4;
      ${eachColumn((j, component) => `let y${j} = y.${component};`)}
      ${eachGroup((g, s) => `{ let x = ${SWAPS[s]}(x${g}); ${eachColumn((j) => `c${g}_${s}_${j} = x * y${j} + c${g}_${s}_${j};`)} }`)}
    }`,
    )}
  }
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
  if (column >= u.n4) { return; }
  ${eachRow(
    (c) => `if (target_ < u.m) {
      c[(workgroup.z * u.m + target_) * u.n4 + column] = vec4f(${c(0)}, ${c(1)}, ${c(2)}, ${c(3)});
    }`,
  )}
}`,
  });

/** A variant of the staged kernel: the workgroup's tile, its depth, and rows × columns per thread. */
export interface TiledVariant extends MatmulTile {
  depth: number;
  rowsPerThread: number;
  columnsPerThread: number;
}

/** Candidates for graphics processors, the default first. */
export const tiledVariants: readonly TiledVariant[] = [
  { rows: 64, columns: 64, depth: 16, rowsPerThread: 4, columnsPerThread: 4 },
  { rows: 64, columns: 64, depth: 16, rowsPerThread: 8, columnsPerThread: 8 },
  { rows: 32, columns: 32, depth: 16, rowsPerThread: 4, columnsPerThread: 4 },
  { rows: 16, columns: 64, depth: 16, rowsPerThread: 2, columnsPerThread: 4 },
];

export function tiledKernel(
  { rows, columns, depth, rowsPerThread, columnsPerThread }: TiledVariant,
  precision: Precision,
): MatmulKernel {
  const columns4 = columns / 4;
  const perThread4 = columnsPerThread / 4;
  const width = columns4 / perThread4;
  const height = rows / rowsPerThread;
  const threads = width * height;
  // Neighbouring threads own neighbouring columns: coalesced stores, and no bank conflicts.
  const rowOf = (i: number) => `local.y + ${i * height}u`;
  const columnOf = (j: number) => `local.x + ${j * width}u`;
  const eachOutput = (emit: (i: number, j: number) => string) =>
    times(rowsPerThread, (i) => times(perThread4, (j) => emit(i, j)));
  return defineKernel({
    label: 'matmul tiled',
    ...interfaceOf(precision),
    body: `${functionsOf(precision)}
fn store(split: u32, row: u32, column: u32, value: vec4f) {
  if (row >= u.m || column >= u.n4) { return; }
  var sum = value;
  if (u.hasBias != 0u) { sum += bias[column]; }
  if (u.hasAddend != 0u) { sum += addend[row * u.n4 + column]; }
  c[(split * u.m + row) * u.n4 + column] = sum;
}
var<workgroup> tileA: array<f32, ${rows * depth}>;
var<workgroup> tileB: array<vec4f, ${columns4 * depth}>;
@compute @workgroup_size(${width}, ${height})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let row = workgroup.y * ${rows}u;
  let column = workgroup.x * ${columns4}u;
  let first = workgroup.z * u.depth;
  let end = min(first + u.depth, u.k);
  // Neighbouring threads load neighbouring elements of A, whether its rows or its columns are contiguous.
  let kFastest = u.strideK == 1u;
  ${eachOutput((i, j) => `var c${i}_${j} = vec4f();`)}
  for (var start = first; start < end; start += ${depth}u) {
    for (var i = thread; i < ${rows * depth}u; i += ${threads}u) {
      let tileK = select(i / ${rows}u, i % ${depth}u, kFastest);
      let tileM = select(i % ${rows}u, i / ${depth}u, kFastest);
      var value = 0.0;
      if (start + tileK < end && row + tileM < u.m) {
        value = a[(row + tileM) * u.strideM + (start + tileK) * u.strideK];
      }
      tileA[tileK * ${rows}u + tileM] = value;
    }
    for (var i = thread; i < ${columns4 * depth}u; i += ${threads}u) {
      let k = start + i / ${columns4}u;
      let n = column + i % ${columns4}u;
      var value = vec4f();
      if (k < end && n < u.n4) { value = ${READS[precision].load('k * u.n4 + n')}; }
      tileB[i] = value;
    }
    workgroupBarrier();
    for (var k = 0u; k < ${depth}u; k++) {
      ${times(perThread4, (j) => `let y${j} = tileB[k * ${columns4}u + ${columnOf(j)}];`)}
      ${times(
        rowsPerThread,
        (i) => `{ let x = tileA[k * ${rows}u + ${rowOf(i)}];
        ${times(perThread4, (j) => `c${i}_${j} = x * y${j} + c${i}_${j};`)} }`,
      )}
    }
    workgroupBarrier();
  }
  ${eachOutput((i, j) => `store(workgroup.z, row + ${rowOf(i)}, column + ${columnOf(j)}, c${i}_${j});`)}
}`,
  });
}
