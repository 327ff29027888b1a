/**
 * @file Sums over rows, in a fixed order: out[j] = Σ_i x[i, j]. In stages, so that thousands of rows keep all threads
 * busy: each stage adds blocks of rows, until one row is left.
 */
import { defineKernel, linearGrid, THREADS } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import { Tensor } from '../tensor.ts';

const kernel = defineKernel({
  label: 'reduce',
  storage: { x: 'read f32', out: 'write f32' },
  /** x has `size` elements in rows of `columns`, the last row perhaps incomplete. Block b adds rows [b·block, (b+1)·block). */
  uniforms: { size: 'u32', columns: 'u32', block: 'u32', blocks: 'u32', square: 'u32', add: 'u32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = flatIndex(workgroup, groups, local);
  if (i >= u.blocks * u.columns) { return; }
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

/** Rows that one thread adds up. */
const BLOCK = 64;

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
  let square = options.square ?? false;
  for (;;) {
    const rows = Math.ceil(current.size / columns);
    const blocks = rows > 2 * BLOCK ? Math.ceil(rows / BLOCK) : 1;
    const last = blocks === 1;
    const target = last ? out : tape.allocate([blocks, columns]);
    tape.device.run(
      kernel,
      { x: current, out: target },
      {
        size: current.size,
        columns,
        block: last ? rows : BLOCK,
        blocks,
        square: Number(square),
        add: Number(last && (options.add ?? false)),
      },
      linearGrid(blocks * columns),
    );
    if (last) return;
    current = target;
    square = false;
  }
}

/** Columns into which a flat array is folded before its sums over rows. */
const FOLD = 256;

/** Writes the sum (or the sum of squares) of all elements into `out`, one element; adds it there with `add`. */
export function sumAll(
  tape: Pick<Tape, 'device' | 'allocate'>,
  x: Tensor,
  out: Tensor,
  options: { add?: boolean; square?: boolean } = {},
): void {
  const folded = tape.allocate([FOLD]);
  sumRows(tape, x, FOLD, folded, { square: options.square });
  sumRows(tape, folded, 1, out, { add: options.add });
}
