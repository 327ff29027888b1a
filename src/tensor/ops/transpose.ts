/** @file Transposing a matrix: [rows, columns] → [columns, rows]. Gradients of products use it on weights. */
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

/** Not differentiable: for use inside vector-Jacobian products. */
export function transpose(tape: Tape, x: Tensor): Tensor {
  const [rows, columns] = x.shape;
  const out = tape.allocate([columns, rows]);
  tape.device.run(kernel, { x, out }, { rows, columns }, linearGrid(x.size));
  return out;
}
