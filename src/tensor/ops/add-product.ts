/** @file out = g ⊙ d or out += g ⊙ d, elementwise: the chain rule for ops that have computed their derivative. */
import type { Device } from '../device.ts';
import { defineKernel, eachThread, linearGrid } from '../kernel.ts';
import type { Tensor } from '../tensor.ts';

const kernel = defineKernel({
  label: 'add product',
  storage: { gradient: 'read f32', derivative: 'read f32', out: 'write f32' },
  uniforms: { size: 'u32', scalarGradient: 'u32', hasDerivative: 'u32', add: 'u32' },
  body: `${eachThread('i', 'u.size')}
  var value = gradient[select(i, 0u, u.scalarGradient != 0u)];
  if (u.hasDerivative != 0u) { value *= derivative[i]; }
  if (u.add != 0u) { value += out[i]; }
  out[i] = value;
}`,
});

/**
 * @param gradient same size as `out`, or one element for all
 * @param derivative same size as `out`; absent: 1
 */
export function addProduct(
  device: Device,
  gradient: Tensor,
  derivative: Tensor | undefined,
  out: Tensor,
  add: boolean,
): void {
  device.run(
    kernel,
    { gradient, derivative, out },
    {
      size: out.size,
      scalarGradient: Number(gradient.size === 1),
      hasDerivative: Number(derivative !== undefined),
      add: Number(add),
    },
    linearGrid(out.size),
  );
}
