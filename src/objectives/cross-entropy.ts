/** @file Cross-entropy: the mean negative log-likelihood of the predicted tokens, L = −(1/M) Σ_m log π(y_m). */
import { meanOrZero } from '../common/mean.ts';
import type { PredictionList } from '../lm/packing.ts';
import { weightedSum } from './weighted-sum.ts';
import type { ObjectiveLoss } from './objective-loss.ts';

/** The predictions that `ofPart` takes are under the current weights, with a gradient. */
export function crossEntropyLoss(batch: PredictionList): ObjectiveLoss {
  const tokens = batch.tokenIndices.length;
  return {
    ofPart: (tape, { logprobs, entropy }) => ({
      loss: weightedSum(tape, logprobs, tape.upload(new Float32Array(logprobs.size).fill(-1 / tokens))),
      observed: [entropy],
    }),
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
