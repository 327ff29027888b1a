/** @file The sum of all elements, in a fixed order. VJP: every element receives the sum's gradient. */
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { addProduct } from './add-product.ts';
import { sumAll } from './reduce.ts';

/** @returns a tensor of one element */
export function sum(tape: Tape, x: Tensor): Tensor {
  const out = tape.allocate([1]);
  sumAll(tape, x, out);
  return tape.record([x], out, (gradient) => {
    tape.contribute(x, (dx, add) => addProduct(tape.device, gradient, undefined, dx, add));
  });
}
