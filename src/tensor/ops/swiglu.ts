/**
 * @file Computes SwiGLU's gate (Shazeer 2020, "GLU Variants Improve Transformer"): y = silu(g) ⊙ u, silu(g) = g·σ(g).
 *
 * The input [N, 2f] holds g in its first f columns and u in its last f columns. y is [N, f].
 * VJP: dg = dy·u·(σ + g·σ·(1 − σ)), du = dy·g·σ with σ = σ(g).
 */
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { gated, sigmoid } from './norm-and-gate.ts';

/** WGSL: each thread computes four neighbouring columns of y. f4 is f / 4, and `size` is N · f4. */
const main = `${eachThread('i', 'u.size')}
  let gateIndex = i + i / u.f4 * u.f4;
  let upIndex = gateIndex + u.f4;
  let gate = x[gateIndex];
  let factor = x[upIndex];`;

const forwardKernel = defineKernel({
  label: 'swiglu',
  storage: { x: 'read vec4f', y: 'write vec4f' },
  uniforms: { size: 'u32', f4: 'u32' },
  body: `${main}
  y[i] = ${gated('gate', 'factor')};
}`,
});

const backwardKernel = defineKernel({
  label: 'swiglu backward',
  storage: { x: 'read vec4f', dy: 'read vec4f', dx: 'write vec4f' },
  uniforms: { size: 'u32', f4: 'u32' },
  body: `${main}
  let sigma = ${sigmoid('gate')};
  let upstream = dy[i];
  dx[gateIndex] = upstream * factor * (sigma + gate * sigma * (1.0 - sigma));
  dx[upIndex] = upstream * gate * sigma;
}`,
});

export function swiglu(tape: Tape, x: Tensor): Tensor {
  const [n, width] = x.shape;
  const f4 = width / 8;
  if (!Number.isInteger(f4))
    throw new RangeError(`swiglu: gate and factor need a multiple of 4 columns each, not ${width / 2}.`);
  const size = n * f4;
  const y = tape.allocate([n, width / 2]);
  tape.device.run(forwardKernel, { x, y }, { size, f4 }, linearGrid(size));
  return tape.record([x], y, (dy) =>
    tape.contribute(x, (dx, add) => {
      if (add) throw new Error('swiglu: its input may be used only once.');
      tape.device.run(backwardKernel, { x, dy, dx }, { size, f4 }, linearGrid(size));
    }),
  );
}
