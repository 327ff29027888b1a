/**
 * @file Sums over rows, in a fixed order: out[j] = Σ_i x[i, j]. In stages, so that thousands of rows keep all threads
 * busy: each stage adds blocks of rows, until one row is left. Where the last stages are small, a workgroup computes them in
 * one dispatch, in the same order.
 */
import { memoised } from '../../common/once.ts';
import { defineKernel, eachThread, ENTRY, linearGrid, THREADS } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';
import { addProduct } from './map.ts';

/** Rows that one thread adds up. */
const BLOCK = 64;

/**
 * x has `size` elements in rows of `columns`, the last row perhaps incomplete. Block b adds rows [b·block, (b+1)·block).
 * @param element one number, or four neighbours of a row, which a software adapter loads in less time
 */
const stageKernel = memoised((element: 'f32' | 'vec4f') =>
  defineKernel({
    label: 'reduce',
    storage: { x: `read ${element}`, out: `write ${element}` },
    uniforms: { size: 'u32', columns: 'u32', block: 'u32', blocks: 'u32', square: 'u32', add: 'u32' },
    body: `${eachThread('i', 'u.blocks * u.columns')}
  let start = (i / u.columns) * u.block * u.columns + i % u.columns;
  let end = min(u.size, start + u.block * u.columns);
  var sum = ${element}();
  for (var e = start; e < end; e += u.columns) {
    let value = x[e];
    sum += select(value, value * value, u.square != 0u);
  }
  out[i] = select(sum, sum + out[i], u.add != 0u);
}`,
  }),
);

/** Rows of the last stage, at most: blocks whose sums one workgroup keeps. */
const MOST_BLOCKS = 2 * BLOCK;
/** From so many numbers on, two dispatches without a barrier take less time than one with it. */
const LONG = 2 ** 17;
/** Neighbouring columns of a workgroup; its other threads share their blocks. */
const COLUMNS = 4;

/** The last two stages at once: sums of blocks, then the sum over them, in the order of the kernel above. */
const lastStagesKernel = defineKernel({
  label: 'reduce, two stages',
  storage: { x: 'read f32', out: 'write f32' },
  uniforms: { size: 'u32', columns: 'u32', blocks: 'u32', square: 'u32', add: 'u32' },
  body: `
var<workgroup> sums: array<f32, ${MOST_BLOCKS * COLUMNS}>;${ENTRY}
  let own = local % ${COLUMNS}u;
  let column = (workgroup.x + workgroup.y * groups.x) * ${COLUMNS}u + own;
  for (var block = local / ${COLUMNS}u; block < u.blocks; block += ${THREADS / COLUMNS}u) {
    let start = block * ${BLOCK}u * u.columns;
    let end = min(u.size, start + ${BLOCK}u * u.columns);
    var sum = 0.0;
    if (column < u.columns) {
      for (var e = start + column; e < end; e += u.columns) {
        let value = x[e];
        sum += select(value, value * value, u.square != 0u);
      }
    }
    sums[block * ${COLUMNS}u + own] = sum;
  }
  workgroupBarrier();
  if (local >= ${COLUMNS}u || column >= u.columns) { return; }
  var sum = 0.0;
  for (var block = 0u; block < u.blocks; block++) { sum += sums[block * ${COLUMNS}u + own]; }
  out[column] = select(sum, sum + out[column], u.add != 0u);
}`,
});

/**
 * Writes, or adds, the sums over rows of `x`, seen as rows of `columns` elements, into `out` [columns].
 * @param options.square sum the squares
 */
export function sumRows(
  tape: Pick<Tape, 'device' | 'allocate'>,
  x: Tensor,
  columns: number,
  out: Tensor,
  options: { add?: boolean; square?: boolean } = {},
): void {
  const { device } = tape;
  const add = Number(options.add ?? false);
  /** One stage, from rows of a tensor to sums of their blocks. */
  const stage = (from: Tensor, to: Tensor, sums: Record<'block' | 'blocks' | 'square' | 'add', number>) => {
    const perElement = columns % 4 === 0 && from.size % 4 === 0 ? 4 : 1;
    const width = columns / perElement;
    device.run(
      stageKernel(perElement === 4 ? 'vec4f' : 'f32'),
      { x: from, out: to },
      { size: from.size / perElement, columns: width, ...sums },
      linearGrid(sums.blocks * width),
    );
  };
  let current = x;
  let square = Number(options.square ?? false);
  for (;;) {
    const { size } = current;
    const rows = Math.ceil(size / columns);
    if (rows <= MOST_BLOCKS) return stage(current, out, { block: rows, blocks: 1, square, add });
    const blocks = Math.ceil(rows / BLOCK);
    if (blocks <= MOST_BLOCKS && size < LONG)
      return device.run(
        lastStagesKernel,
        { x: current, out },
        { size, columns, blocks, square, add },
        linearGrid(columns, COLUMNS),
      );
    const target = tape.allocate([blocks, columns]);
    stage(current, target, { block: BLOCK, blocks, square, add: 0 });
    current = target;
    square = 0;
  }
}

/** Columns into which a flat array is folded before its sums over rows. */
const FOLD = 256;

/** All stages of the sum of a short array at once: one workgroup, a thread for each column of the fold. */
const sumAllKernel = defineKernel({
  label: 'sum of all',
  storage: { x: 'read f32', out: 'write f32' },
  uniforms: { size: 'u32', square: 'u32', add: 'u32' },
  body: `
var<workgroup> folded: array<f32, ${FOLD}>;
var<workgroup> sums: array<f32, ${FOLD / BLOCK}>;
@compute @workgroup_size(${FOLD})
fn main(@builtin(local_invocation_index) local: u32) {
  var own = 0.0;
  for (var e = local; e < u.size; e += ${FOLD}u) {
    let value = x[e];
    own += select(value, value * value, u.square != 0u);
  }
  folded[local] = own;
  workgroupBarrier();
  if (local < ${FOLD / BLOCK}u) {
    var sum = 0.0;
    for (var i = 0u; i < ${BLOCK}u; i++) { sum += folded[local * ${BLOCK}u + i]; }
    sums[local] = sum;
  }
  workgroupBarrier();
  if (local > 0u) { return; }
  var sum = 0.0;
  for (var i = 0u; i < ${FOLD / BLOCK}u; i++) { sum += sums[i]; }
  out[0] = select(sum, sum + out[0], u.add != 0u);
}`,
});

/** Writes the sum (or the sum of squares) of all elements into `out`, one element; adds it there with `add`. */
export function sumAll(
  tape: Pick<Tape, 'device' | 'allocate'>,
  x: Tensor,
  out: Tensor,
  { add = false, square = false }: { add?: boolean; square?: boolean } = {},
): void {
  if (x.size <= FOLD * MOST_BLOCKS)
    return tape.device.run(sumAllKernel, { x, out }, { size: x.size, square: Number(square), add: Number(add) }, [1]);
  const folded = tape.allocate([FOLD]);
  sumRows(tape, x, FOLD, folded, { square });
  sumRows(tape, folded, 1, out, { add });
}

/** @returns a tensor of one element */
export function sum(tape: Tape, x: Tensor): Tensor {
  const out = tape.allocate([1]);
  sumAll(tape, x, out);
  return tape.record([x], out, (gradient) => {
    tape.contribute(x, (dx, add) => addProduct(tape.device, gradient, undefined, dx, add));
  });
}
