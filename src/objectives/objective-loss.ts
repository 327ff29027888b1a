/**
 * @file What every objective is made of: a sum of token losses with one weight per token, and the loss as a policy
 * update needs it.
 *
 * Every mean over tokens or sequences is a weighted sum whose weights are known before the forward pass, so each loss is
 * Σ_m weight_m · l_m over the predictions of a packed batch. Cross-entropy is the simplest: l_m = −log π(y_m), weight
 * 1 / (number of predictions).
 */
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/sum.ts';
import type { Tape } from '../tensor/tape.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { PackedBatch } from '../lm/packing.ts';
import type { Predictions } from '../lm/transformer.ts';
import type { LossAggregation, UpdateStats } from './objective.ts';

/** What an objective says of a batch; the policy adds loss, gradient norm and operation count. */
export type LossStatistics = Omit<UpdateStats, 'loss' | 'gradNorm' | 'flops'>;

/** A loss on the tape, and how its statistics follow from what is read back with it. */
export interface ObjectiveLoss {
  /** The scalar to minimise, [1]. */
  loss: Tensor;
  /** Tensors of one value per prediction, [M], to be read back together with the loss. */
  observed: readonly Tensor[];
  /** @param values of `observed`, in its order */
  statistics(values: readonly Float32Array[]): LossStatistics;
}

/** Σ_m weights_m · values_m, [1], as it stands. */
export function weightedSum(tape: Tape, values: Tensor, weights: Float32Array<ArrayBuffer>): Tensor {
  const products = map(tape, {
    label: 'token weight',
    inputs: { value: values },
    constants: { weight: tape.upload(weights) },
    forward: 'weight * value',
    gradients: { value: 'weight' },
  });
  return sum(tape, products);
}

/** One number per prediction from one number per sequence. */
export function perPrediction(
  batch: PackedBatch,
  ofSequence: (sequence: number, predictions: number) => number,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(batch.targets.length);
  for (let s = 0; s + 1 < batch.sequenceStarts.length; s++) {
    const [start, end] = [batch.sequenceStarts[s], batch.sequenceStarts[s + 1]];
    values.fill(ofSequence(s, end - start), start, end);
  }
  return values;
}

/**
 * Weight of each token loss in the loss, for B sequences with n_i tokens:
 * sequence-mean 1/(B·n_i), token-mean 1/Σn, constant-length 1/(B·maxCompletionLength).
 */
export function aggregationWeights(
  batch: PackedBatch,
  aggregation: LossAggregation,
  maxCompletionLength: number,
): Float32Array<ArrayBuffer> {
  const sequences = batch.sequenceStarts.length - 1;
  const tokens = batch.targets.length;
  return perPrediction(batch, (_, length) => {
    switch (aggregation) {
      case 'sequence-mean':
        return 1 / (sequences * length);
      case 'token-mean':
        return 1 / tokens;
      case 'constant-length':
        return 1 / (sequences * maxCompletionLength);
    }
  });
}

/** Mean negative log-likelihood of the predicted tokens. */
export function crossEntropyLoss(tape: Tape, batch: PackedBatch, predictions: Predictions): ObjectiveLoss {
  const tokens = batch.targets.length;
  return {
    loss: weightedSum(tape, predictions.logprobs, new Float32Array(tokens).fill(-1 / tokens)),
    observed: [predictions.entropy],
    statistics: ([entropy]) => ({
      klPerToken: 0,
      klPerSequence: 0,
      entropy: mean(entropy),
      clipFraction: 0,
      meanRatio: 1,
      tokens,
    }),
  };
}

/** Arithmetic mean in double precision; 0 of nothing. */
export function mean(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return values.length ? total / values.length : 0;
}
