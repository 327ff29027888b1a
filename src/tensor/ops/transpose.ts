/**
 * @file Transposing a matrix: [rows, columns] → [columns, rows], f32 or f16. Gradients of products use it on weights.
 */
import { defineKernel, linearGrid, THREADS } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

const kernel = defineKernel({
  label: 'transpose',
  storage: { x: 'read f32', out: 'write f32' },
  uniforms: { rows: 'u32', columns: 'u32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = flatIndex(workgroup, groups, local);
  if (i >= u.rows * u.columns) { return; }
  out[i] = x[(i % u.rows) * u.columns + i / u.rows];
}`,
});

/** A thread makes a word: two neighbours of a row of the result, which lie in two rows of x. Both sizes are even. */
const halvesKernel = defineKernel({
  label: 'transpose f16',
  storage: { x: 'read u32', out: 'write u32' },
  uniforms: { rows: 'u32', columns: 'u32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = flatIndex(workgroup, groups, local);
  let pairs = u.rows / 2u;
  if (i >= pairs * u.columns) { return; }
  let column = i / pairs;
  let upper = ((i % pairs) * 2u * u.columns + column) / 2u;
  let shift = 16u * (column % 2u);
  out[i] = extractBits(x[upper], shift, 16u) | (extractBits(x[upper + u.columns / 2u], shift, 16u) << 16u);
}`,
});

/** Not differentiable: for use inside vector-Jacobian products. */
export function transpose(tape: Tape, x: Tensor): Tensor {
  const [rows, columns] = x.shape;
  const halves = x.dtype === 'f16';
  if (halves && (rows % 2 || columns % 2))
    throw new RangeError(`An f16 matrix has even sizes, not [${rows}, ${columns}].`);
  const out = tape.allocate([columns, rows], x.dtype);
  tape.device.run(
    halves ? halvesKernel : kernel,
    { x, out },
    { rows, columns },
    linearGrid(halves ? x.size / 2 : x.size),
  );
  return out;
}
