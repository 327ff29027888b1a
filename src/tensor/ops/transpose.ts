/**
 * @file Transposing a matrix: [rows, columns] → [columns, rows], or into columns of a wider matrix. Gradients of products
 * use it on weights, and loading a model on blocks of rows. Values are moved as bits, so none changes, not even a
 * subnormal one.
 */
import type { Device } from '../device.ts';
import { defineKernel, linearGrid, THREADS } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

/** out[c, first + r] = x[r, c]; out has rows of `width`. */
const kernel = defineKernel({
  label: 'transpose',
  storage: { x: 'read u32', out: 'write u32' },
  uniforms: { rows: 'u32', columns: 'u32', width: 'u32', first: 'u32' },
  body: `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = flatIndex(workgroup, groups, local);
  if (i >= u.rows * u.columns) { return; }
  let row = i % u.rows;
  let column = i / u.rows;
  out[column * u.width + u.first + row] = x[row * u.columns + column];
}`,
});

/** Not differentiable: for use inside vector-Jacobian products. */
export function transpose(tape: Tape, x: Tensor): Tensor {
  const [rows, columns] = x.shape;
  const out = tape.allocate([columns, rows]);
  placeTransposed(tape.device, x, out, 0);
  return out;
}

/**
 * Writes a block of rows into columns of a matrix. Not differentiable.
 * @param x [rows, columns]
 * @param out [columns, width], or [width] for rows of one
 * @param first first column of `out` to write; first + rows ≤ width
 */
export function placeTransposed(device: Device, x: Tensor, out: Tensor, first: number): void {
  const [rows, columns] = x.shape;
  const width = out.shape[out.shape.length - 1];
  if (columns * width !== out.size || first + rows > width)
    throw new RangeError(`A block [${rows}, ${columns}] at column ${first} does not fit [${out.shape.join(', ')}].`);
  device.run(kernel, { x, out }, { rows, columns, width, first }, linearGrid(x.size));
}
