/**
 * @file SwiGLU's gate (Shazeer 2020, "GLU Variants Improve Transformer"): y = silu(g) ⊙ u, silu(g) = g·σ(g).
 *
 * Input [N, 2f] holds g in its first f columns and u in its last; y is [N, f].
 * VJP: dg = dy·u·(σ + g·σ·(1 − σ)), du = dy·g·σ with σ = σ(g).
 */
import { defineKernel, linearGrid, THREADS } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';

const main = `
@compute @workgroup_size(${THREADS})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) groups: vec3u,
        @builtin(local_invocation_index) local: u32) {
  let i = flatIndex(workgroup, groups, local);
  if (i >= u.size) { return; }
  let gateIndex = (i / u.f) * 2u * u.f + i % u.f;
  let upIndex = gateIndex + u.f;
  let gate = x[gateIndex];
  let sigma = 1.0 / (1.0 + exp(-gate));`;

const forwardKernel = defineKernel({
  label: 'swiglu',
  storage: { x: 'read f32', y: 'write f32' },
  uniforms: { size: 'u32', f: 'u32' },
  body: `${main}
  y[i] = gate * sigma * x[upIndex];
}`,
});

const backwardKernel = defineKernel({
  label: 'swiglu backward',
  storage: { x: 'read f32', dy: 'read f32', dx: 'write f32' },
  uniforms: { size: 'u32', f: 'u32' },
  body: `${main}
  dx[gateIndex] = dy[i] * x[upIndex] * (sigma + gate * sigma * (1.0 - sigma));
  dx[upIndex] = dy[i] * gate * sigma;
}`,
});

export function swiglu(tape: Tape, x: Tensor): Tensor {
  const [n, width] = x.shape;
  const f = width / 2;
  const size = n * f;
  const y = tape.allocate([n, f]);
  tape.device.run(forwardKernel, { x, y }, { size, f }, linearGrid(size));
  return tape.record([x], y, (dy) =>
    tape.contribute(x, (dx, add) => {
      if (add) throw new Error('swiglu: its input may be used only once.');
      tape.device.run(backwardKernel, { x, dy, dx }, { size, f }, linearGrid(size));
    }),
  );
}
