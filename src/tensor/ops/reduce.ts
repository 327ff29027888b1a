/**
 * @file Sums over rows in a fixed order: out[j] = Σ_i x[i, j]. Each stage adds blocks of rows in parallel, until one
 * row is left.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';
import { addProduct } from './map.ts';

/** Number of rows that one thread adds up in every stage before the last. */
const BLOCK = 64;
/** Largest number of rows that the last stage adds. */
const MOST_ROWS = 2 * BLOCK;

/** `x` has `size` elements in rows of `columns`; the last may be short. Block b adds rows [b·block, (b+1)·block). */
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
 * Sums over rows of `columns` elements, and writes the sums into `out` [columns], or adds them with `add`.
 * @param options.square if true, sums the squares of the elements
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

/** Writes the sum of all elements, or of their squares, into `out` [1]. With `add`, adds the sum to `out`. */
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

/** Returns the sum of all elements, [1]. */
export function sum(tape: Tape, x: Tensor): Tensor {
  const out = tape.allocate([1]);
  sumAll(tape, x, out);
  return tape.record([x], out, (gradient) => {
    tape.contribute(x, (dx, add) => addProduct(tape.device, gradient, undefined, dx, add));
  });
}
