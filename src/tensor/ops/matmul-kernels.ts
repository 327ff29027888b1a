/**
 * @file Matrix products, WGSL. Two forms are enough: C = A·B, and C = Aᵀ·B for the gradient of a weight.
 *
 * `quad` (software adapters): 4 lanes of a subgroup own 4·COLUMNS columns, lane by lane, so that they load 4 neighbours
 * of B at once; they load 4 neighbours of A, too, and pass them round with a subgroup broadcast. A load costs some 20
 * times a multiply-add there (bounds checks), which is why loads are counted and the tile is only 8 × 4: more
 * accumulators than that spill, and run slower. Accumulators are named variables: an indexed array is 9 times slower.
 *
 * `tiled` (graphics processors): tiles of A and B staged in workgroup memory.
 *
 * Every variant adds the products of one output in the same order, k ascending, so all give the same bits.
 */
import { defineKernel } from '../kernel.ts';
import { QUAD } from '../lanes.ts';

const times = (count: number, emit: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => emit(i)).join('\n');

const NN = {
  storage: { a: 'read f32', b: 'read f32', bias: 'read f32', addend: 'read f32', c: 'write f32' },
  /** A is [m, k], B is [k, n], C is [m, n]. addMode: 0 overwrite, 1 add `addend` [m, n], 2 add to C. */
  uniforms: { m: 'u32', n: 'u32', k: 'u32', hasBias: 'u32', addMode: 'u32' },
} as const;

const storeNN = `
fn store(row: u32, column: u32, value: f32) {
  if (row >= u.m || column >= u.n) { return; }
  let i = row * u.n + column;
  var sum = value;
  if (u.hasBias != 0u) { sum += bias[column]; }
  if (u.addMode == 1u) { sum += addend[i]; }
  if (u.addMode == 2u) { sum += c[i]; }
  c[i] = sum;
}`;

const TN = {
  storage: { a: 'read f32', b: 'read f32', c: 'write f32' },
  /**
   * A is [k, m], B is [k, n], C is [m, n]: split s of the grid's z adds the products of k in [s·depth, (s+1)·depth) into
   * C[s]. addMode: 0 overwrite, 2 add to C.
   */
  uniforms: { m: 'u32', n: 'u32', k: 'u32', depth: 'u32', addMode: 'u32' },
} as const;

const storeTN = `
fn store(split: u32, row: u32, column: u32, value: f32) {
  if (row >= u.m || column >= u.n) { return; }
  let i = (split * u.m + row) * u.n + column;
  c[i] = select(value, value + c[i], u.addMode == 2u);
}`;

/** Rows and columns of C that one workgroup computes. */
export interface MatmulTile {
  rows: number;
  columns: number;
}

const QUAD_ROWS = 8;
const QUAD_COLUMNS = 4;
/** Subgroups in a workgroup, one below the other. */
const QUAD_STACK = 8;

export const quadTile: MatmulTile = { rows: QUAD_ROWS * QUAD_STACK, columns: QUAD_COLUMNS * QUAD.count };

const quadAccumulators = times(QUAD_ROWS, (i) => times(QUAD_COLUMNS, (j) => `var c${i}_${j} = 0.0;`));
const quadMultiply = (row: number) => times(QUAD_COLUMNS, (j) => `c${row}_${j} = x * y${j} + c${row}_${j};`);
const quadLoadB = times(QUAD_COLUMNS, (j) => `let y${j} = b[column${j}]; column${j} += u.n;`);
const quadColumn = (j: number) => `column + ${j * QUAD.count}u`;

export const quadNN = defineKernel({
  label: 'matmul quad NN',
  ...NN,
  directives: QUAD.directives,
  body: `${storeNN}
@compute @workgroup_size(${QUAD.count}, ${QUAD_STACK})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = (workgroup.y * ${QUAD_STACK}u + local.y) * ${QUAD_ROWS}u;
  let column = workgroup.x * ${quadTile.columns}u + local.x;
  if (row >= u.m) { return; }
  ${times(QUAD_ROWS, (i) => `var row${i} = min(row + ${i}u, u.m - 1u) * u.k + local.x;`)}
  ${times(QUAD_COLUMNS, (j) => `var column${j} = min(${quadColumn(j)}, u.n - 1u);`)}
  ${quadAccumulators}
  for (var k = 0u; k < u.k; k += ${QUAD.count}u) {
    ${times(QUAD_ROWS, (i) => `let x${i} = a[row${i}]; row${i} += ${QUAD.count}u;`)}
    ${times(
      QUAD.count,
      (q) => `{
      ${quadLoadB}
      ${times(QUAD_ROWS, (i) => `{ let x = subgroupBroadcast(x${i}, ${q}u); ${quadMultiply(i)} }`)}
    }`,
    )}
  }
  ${times(QUAD_ROWS, (i) => times(QUAD_COLUMNS, (j) => `store(row + ${i}u, ${quadColumn(j)}, c${i}_${j});`))}
}`,
});

export const quadTN = defineKernel({
  label: 'matmul quad TN',
  ...TN,
  directives: QUAD.directives,
  body: `${storeTN}
@compute @workgroup_size(${QUAD.count}, ${QUAD_STACK})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let row = (workgroup.y * ${QUAD_STACK}u + local.y) * ${QUAD_ROWS}u;
  let column = workgroup.x * ${quadTile.columns}u + local.x;
  if (row >= u.m) { return; }
  let first = workgroup.z * u.depth;
  ${times(QUAD_ROWS / QUAD.count, (i) => `var row${i} = first * u.m + min(row + ${i * QUAD.count}u + local.x, u.m - 1u);`)}
  ${times(QUAD_COLUMNS, (j) => `var column${j} = first * u.n + min(${quadColumn(j)}, u.n - 1u);`)}
  ${quadAccumulators}
  for (var k = first; k < min(first + u.depth, u.k); k++) {
    ${times(QUAD_ROWS / QUAD.count, (i) => `let x${i} = a[row${i}]; row${i} += u.m;`)}
    ${quadLoadB}
    ${times(
      QUAD_ROWS,
      (i) => `{ let x = subgroupBroadcast(x${Math.floor(i / QUAD.count)}, ${i % QUAD.count}u); ${quadMultiply(i)} }`,
    )}
  }
  ${times(QUAD_ROWS, (i) => times(QUAD_COLUMNS, (j) => `store(workgroup.z, row + ${i}u, ${quadColumn(j)}, c${i}_${j});`))}
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

/** One staged kernel: `loadA(row, k)` and `loadB(k, column)` differ between the forms. */
function tiledBody(
  variant: TiledVariant,
  form: { prelude: string; end: string; loadA: string; store: string },
): string {
  const { rows, columns, depth, rowsPerThread, columnsPerThread } = variant;
  const width = columns / columnsPerThread;
  const height = rows / rowsPerThread;
  const threads = width * height;
  // Neighbouring threads own neighbouring columns: coalesced stores, and no bank conflicts.
  const rowOf = (i: number) => `local.y + ${i * height}u`;
  const columnOf = (j: number) => `local.x + ${j * width}u`;
  return `
var<workgroup> tileA: array<f32, ${rows * depth}>;
var<workgroup> tileB: array<f32, ${columns * depth}>;
@compute @workgroup_size(${width}, ${height})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) thread: u32) {
  let row = workgroup.y * ${rows}u;
  let column = workgroup.x * ${columns}u;
  ${form.prelude}
  ${times(rowsPerThread, (i) => times(columnsPerThread, (j) => `var c${i}_${j} = 0.0;`))}
  for (var start = first; start < end; start += ${depth}u) {
    for (var i = thread; i < ${rows * depth}u; i += ${threads}u) { ${form.loadA} }
    for (var i = thread; i < ${columns * depth}u; i += ${threads}u) {
      let k = start + i / ${columns}u;
      let n = column + i % ${columns}u;
      tileB[i] = 0.0;
      if (k < end && n < u.n) { tileB[i] = b[k * u.n + n]; }
    }
    workgroupBarrier();
    for (var k = 0u; k < ${depth}u; k++) {
      ${times(columnsPerThread, (j) => `let y${j} = tileB[k * ${columns}u + ${columnOf(j)}];`)}
      ${times(
        rowsPerThread,
        (i) => `{ let x = tileA[k * ${rows}u + ${rowOf(i)}];
        ${times(columnsPerThread, (j) => `c${i}_${j} = x * y${j} + c${i}_${j};`)} }`,
      )}
    }
    workgroupBarrier();
  }
  ${times(rowsPerThread, (i) => times(columnsPerThread, (j) => `store(${form.store}row + ${rowOf(i)}, column + ${columnOf(j)}, c${i}_${j});`))}
}`;
}

export const tiledNN = (variant: TiledVariant) =>
  defineKernel({
    label: 'matmul tiled NN',
    ...NN,
    body:
      storeNN +
      tiledBody(variant, {
        prelude: 'let first = 0u; let end = u.k;',
        end: 'u.k',
        loadA: `
          let m = row + i / ${variant.depth}u;
          let k = start + i % ${variant.depth}u;
          let slot = (i % ${variant.depth}u) * ${variant.rows}u + i / ${variant.depth}u;
          tileA[slot] = 0.0;
          if (k < end && m < u.m) { tileA[slot] = a[m * u.k + k]; }`,
        store: '',
      }),
  });

export const tiledTN = (variant: TiledVariant) =>
  defineKernel({
    label: 'matmul tiled TN',
    ...TN,
    body:
      storeTN +
      tiledBody(variant, {
        prelude: 'let first = workgroup.z * u.depth; let end = min(first + u.depth, u.k);',
        end: 'min(first + u.depth, u.k)',
        loadA: `
          let k = start + i / ${variant.rows}u;
          let m = row + i % ${variant.rows}u;
          tileA[i] = 0.0;
          if (k < end && m < u.m) { tileA[i] = a[k * u.m + m]; }`,
        store: 'workgroup.z, ',
      }),
  });
