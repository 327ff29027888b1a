/**
 * @file Declares a loss that is computed in parts of a batch, and provides what the losses share: weighted sums, and
 * values of sequences for each token.
 */
import type { Predictions } from '../lm/transformer.ts';
import { defineKernel, eachThread, linearGrid } from '../tensor/kernel.ts';
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/reduce.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { UpdateStats } from './objective.ts';

/** Statistics that an objective computes. The policy adds loss, gradient norm and operation count. */
type LossStatistics = Omit<UpdateStats, 'loss' | 'gradNorm' | 'flops'>;

/** Loss of a part of a batch, on the tape. The losses of all parts add up to the batch's loss. */
interface PartLoss {
  loss: Tensor;
  /** Tensors with one value per prediction of the part. They are read back together with the loss. */
  observed: readonly Tensor[];
}

/**
 * Computes the loss of a batch in one part or in several, each a range of its sequences. Divisors of means and
 * normalisers of weights are taken over the whole batch, so that dividing it does not change the loss.
 */
export interface ObjectiveLoss {
  /** @param measured the sum of `measure` over all parts; not needed if the part is the whole batch */
  ofPart(tape: Tape, predictions: Predictions, first: number, measured?: Tensor): PartLoss;
  /** Returns a part's share, [1], of a sum over the whole batch that every part's loss depends on. */
  measure?(tape: Tape, predictions: Predictions, first: number): Tensor;
  /** @param values of `observed`, in its order, each for all predictions of the batch */
  statistics(values: readonly Float32Array[]): LossStatistics;
}

/**
 * Returns Σ_m weights_m · values_m over the M predictions, a tensor of one element. Only `values` [M] receives a
 * gradient.
 */
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

const NONE = 0xffffffff;

const perTokenKernel = defineKernel({
  label: 'sequence value per token',
  storage: { values: 'read f32', rows: 'read u32', out: 'write f32' },
  uniforms: { tokens: 'u32', factor: 'f32' },
  body: `${eachThread('m', 'u.tokens')}
  let row = rows[m];
  if (row == ${NONE}u) { out[m] = 0.0; } else { out[m] = u.factor * values[row]; }
}`,
});

/** Returns f32 [M]: for each token, the value of its row times `factor`. 0 if its row is undefined. */
export function perToken(tape: Tape, values: Tensor, rowOf: readonly (number | undefined)[], factor = 1): Tensor {
  const out = tape.allocate([rowOf.length]);
  tape.device.run(
    perTokenKernel,
    { values, rows: tape.upload(Uint32Array.from(rowOf, (row) => row ?? NONE)), out },
    { tokens: rowOf.length, factor },
    linearGrid(rowOf.length),
  );
  return out;
}
