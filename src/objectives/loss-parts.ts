/**
 * @file Declares a loss that is computed over a batch in parts. Provides the weighted sums and per-token values that
 * the losses share.
 */
import type { Predictions } from '../lm/transformer.ts';
import { defineKernel, eachThread, linearGrid } from '../tensor/kernel.ts';
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/reduce.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { UpdateStats } from './objective.ts';

/** Statistics that an objective computes. The policy adds the loss, the gradient norm and the operation count. */
type LossStatistics = Omit<UpdateStats, 'loss' | 'gradNorm' | 'flops'>;

/** Loss of one part of a batch. The losses of all parts add up to the batch's loss. */
interface PartLoss {
  loss: Tensor;
  /** Tensors with one value per prediction of the part. The policy reads them back together with the loss. */
  observed: readonly Tensor[];
}

/**
 * Computes the loss of a batch in parts. Each part is a range of the batch's sequences. Means divide by counts of the
 * whole batch, so the number of parts does not change the loss.
 */
export interface ObjectiveLoss {
  /** Returns the loss of a part that begins at prediction `first`. @param measured sum of `measure` over parts */
  ofPart(tape: Tape, predictions: Predictions, first: number, measured?: Tensor): PartLoss;
  /** Returns a part's summand, [1], of a sum over the whole batch. Every part's loss depends on this sum. */
  measure?(tape: Tape, predictions: Predictions, first: number): Tensor;
  /** Returns a batch's statistics. @param values the tensors of `observed`, for all predictions of the batch */
  statistics(values: readonly Float32Array[]): LossStatistics;
}

/** Returns Σ_m weights_m · values_m over the M predictions, as one element. Only `values` [M] receives a gradient. */
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

/** Returns `factor` times the value of each token's row, f32 [M]. A token without a row gets 0. */
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
