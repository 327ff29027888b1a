/**
 * @file Sums over rows in a fixed order: out[j] = Σ_i x[i, j]. Each stage adds blocks of rows, until one row is left, so
 * that thousands of rows keep all threads busy.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';
import { addProduct } from './map.ts';

/** Number of rows that one thread adds up in all stages but the last. */
const BLOCK = 64;
/** The last stage adds at most this many rows. */
const MOST_ROWS = 2 * BLOCK;

/** x has `size` elements in rows of `columns`; the last row may be incomplete. Block b adds rows [b·block, (b+1)·block). */
const kernel = defineKernel({
  label: 'reduce',
  storage: { x: 'read f32', out: 'write f32' },
  uniforms: { size: 'u32', columns: 'u32', block: 'u32', blocks: 'u32', square: 'u32', add: 'u32' },
  body: `${eachThread('i', 'u.blocks * u.columns')}
  let start = (i / u.columns) * u.block * u.columns + i % u.columns;
  let end = min(u.size, start + u.block * u.columns);
  var sum = 0.0;
  for (var e = start; e < end; e += u.columns) {
    let value = x[e];
    sum += select(value, value * value, u.square != 0u);
  }
  out[i] = select(sum, sum + out[i], u.add != 0u);
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
  let current = x;
  let square = Number(options.square ?? false);
  const stage = (to: Tensor, block: number, blocks: number, add: number) =>
    tape.device.run(
      kernel,
      { x: current, out: to },
      { size: current.size, columns, block, blocks, square, add },
      linearGrid(blocks * columns),
    );
  for (;;) {
    const rows = Math.ceil(current.size / columns);
    if (rows <= MOST_ROWS) return stage(out, rows, 1, Number(options.add ?? false));
    const blocks = Math.ceil(rows / BLOCK);
    const target = tape.allocate([blocks, columns]);
    stage(target, BLOCK, blocks, 0);
    current = target;
    square = 0;
  }
}

/** Number of columns that a flat array is folded into before its rows are summed. */
const FOLD = 256;

/** Writes the sum (or the sum of squares) of all elements into `out` [1], or adds it with `add`. */
export function sumAll(
  tape: Pick<Tape, 'device' | 'allocate'>,
  x: Tensor,
  out: Tensor,
  { add = false, square = false }: { add?: boolean; square?: boolean } = {},
): void {
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
