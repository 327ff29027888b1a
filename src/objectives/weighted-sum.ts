/** @file Sums the losses of tokens to one number on the tape, weighted as aggregation-weights.ts says. */
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/sum.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';

/** Σ_m weights_m · values_m over the M predictions; differentiable in `values` [M]. Returns a tensor of one element. */
export function weightedSum(tape: Tape, values: Tensor, weights: Tensor): Tensor {
  const products = map(tape, {
    label: 'token weight',
    inputs: { value: values },
    constants: { weight: weights },
    forward: 'weight * value',
    gradients: { value: 'weight' },
  });
  return sum(tape, products);
}
