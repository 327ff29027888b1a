/**
 * @file Places the t blocks of a matrix on a block diagonal, scaled: B [r, w₀ + w₁ + …] → D [t·r, columns] with
 * D[s·r + k, columnₛ + j] = scale · B[k, w₀ + … + wₛ₋₁ + j] and 0 elsewhere, s < t ≤ 3.
 *
 * Low-rank products that write into different columns of one fused matrix (q, k, v) thus become one product. VJP: dB
 * takes the blocks back out of dD, scaled.
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

/** A block, which fills columns [column, column + width) of the result. */
export interface Block {
  column: number;
  width: number;
}

const MOST_BLOCKS = 3;

const uniforms = {
  rank: 'u32',
  /** Number of columns of B (`packed`) and of D (`columns`). */
  packed: 'u32',
  columns: 'u32',
  /** First column of each block in D (column…) and in B (packed…). A missing block starts at the end of B. */
  column0: 'u32',
  column1: 'u32',
  column2: 'u32',
  packed1: 'u32',
  packed2: 'u32',
  scale: 'f32',
  add: 'u32',
} as const;

const functions = `
fn columnOf(s: u32) -> u32 { return select(select(u.column2, u.column1, s == 1u), u.column0, s == 0u); }
fn packedOf(s: u32) -> u32 {
  return select(select(select(u.packed, u.packed2, s == 2u), u.packed1, s == 1u), 0u, s == 0u);
}${eachThread('i', 'u.size')}`;

const forwardKernel = defineKernel({
  label: 'block diagonal',
  storage: { b: 'read f32', d: 'write f32' },
  uniforms: { ...uniforms, size: 'u32' },
  body: `${functions}
  let row = i / u.columns;
  let s = row / u.rank;
  // Before the block's first column, the difference wraps around to a large number.
  let inBlock = i % u.columns - columnOf(s);
  var value = 0.0;
  if (inBlock < packedOf(s + 1u) - packedOf(s)) {
    value = u.scale * b[(row % u.rank) * u.packed + packedOf(s) + inBlock];
  }
  d[i] = value;
}`,
});

const backwardKernel = defineKernel({
  label: 'block diagonal backward',
  storage: { dD: 'read f32', dB: 'write f32' },
  uniforms: { ...uniforms, size: 'u32' },
  body: `${functions}
  let k = i / u.packed;
  let c = i % u.packed;
  let s = u32(c >= u.packed1) + u32(c >= u.packed2);
  let gradient = u.scale * dD[(s * u.rank + k) * u.columns + columnOf(s) + c - packedOf(s)];
  dB[i] = select(gradient, gradient + dB[i], u.add != 0u);
}`,
});

/**
 * Returns D, a matrix with the scaled blocks of B on its block diagonal.
 * @param b [r, sum of the blocks' widths]
 * @param blocks in the order of their columns in b; at most three
 * @returns [blocks · r, columns]
 */
export function blockDiagonal(tape: Tape, b: Tensor, blocks: readonly Block[], columns: number, scale: number): Tensor {
  const [rank, packed] = b.shape;
  const starts = [0];
  for (const { width } of blocks) starts.push(starts[starts.length - 1] + width);
  if (blocks.length === 0 || blocks.length > MOST_BLOCKS || starts[blocks.length] !== packed)
    throw new RangeError(
      `${blocks.length} blocks of ${starts[blocks.length]} columns do not divide ${packed} columns.`,
    );
  const values = {
    rank,
    packed,
    columns,
    scale,
    column0: blocks[0].column,
    column1: blocks[1]?.column ?? 0,
    column2: blocks[2]?.column ?? 0,
    // A missing block begins after the last column of B.
    packed1: starts[1],
    packed2: starts[2] ?? packed,
  };
  const d = tape.allocate([blocks.length * rank, columns]);
  tape.device.run(forwardKernel, { b, d }, { ...values, add: 0, size: d.size }, linearGrid(d.size));
  return tape.record([b], d, (dD) =>
    tape.contribute(b, (dB, add) =>
      tape.device.run(backwardKernel, { dD, dB }, { ...values, add: Number(add), size: b.size }, linearGrid(b.size)),
    ),
  );
}
