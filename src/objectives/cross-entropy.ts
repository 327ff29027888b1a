/** @file Cross-entropy: the mean negative log-likelihood of the predicted tokens, L = −(1/M) Σ_m log π(y_m). */
import { meanOrZero } from '../common/mean.ts';
import type { PackedBatch } from '../lm/packing.ts';
import type { Predictions } from '../lm/transformer.ts';
import type { Tape } from '../tensor/tape.ts';
import { weightedSum } from './aggregation.ts';
import type { ObjectiveLoss } from './objective-loss.ts';

/** @param predictions under the current weights, with a gradient */
export function crossEntropyLoss(tape: Tape, batch: PackedBatch, predictions: Predictions): ObjectiveLoss {
  const tokens = batch.targets.length;
  return {
    loss: weightedSum(tape, predictions.logprobs, tape.upload(new Float32Array(tokens).fill(-1 / tokens))),
    observed: [predictions.entropy],
    statistics: ([entropy]) => ({
      klPerToken: 0,
      klPerSequence: 0,
      entropy: meanOrZero(entropy),
      clipFraction: 0,
      meanRatio: 1,
      tokens,
    }),
  };
}
