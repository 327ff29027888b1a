/**
 * @file Computes weights for the token losses of a batch. Every mean over tokens or sequences is a weighted sum
 * L = Σ_m weight_m · l_m over the batch's predictions. The weights are known before the forward pass.
 */
import type { PredictionList } from '../lm/packing.ts';
import type { LossAggregation } from './objective.ts';

/** Returns one value per prediction, [M]. `ofSequence` gets a sequence's index and its number of predictions. */
export function perPrediction(
  batch: PredictionList,
  ofSequence: (sequence: number, predictions: number) => number,
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(batch.tokenIndices.length);
  for (let s = 0; s + 1 < batch.sequenceStarts.length; s++) {
    const [start, end] = [batch.sequenceStarts[s], batch.sequenceStarts[s + 1]];
    values.fill(ofSequence(s, end - start), start, end);
  }
  return values;
}

/**
 * Returns one weight per sequence, for each of its tokens that carry loss. The weight is 0 for a sequence without such
 * tokens. `LossAggregation` has the formulas.
 * @param lengths number of tokens that carry loss, by sequence
 */
export function sequenceWeights(
  lengths: readonly number[],
  aggregation: LossAggregation,
  maxCompletionLength: number,
): number[] {
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  return lengths.map((length) => {
    if (length === 0) return 0;
    switch (aggregation) {
      case 'sequence-mean':
        return 1 / (lengths.length * length);
      case 'token-mean':
        return 1 / tokens;
      case 'constant-length':
        return 1 / (lengths.length * maxCompletionLength);
    }
  });
}

/** Returns the weight of each token loss of a batch, [M]. */
export function aggregationWeights(
  batch: PredictionList,
  aggregation: LossAggregation,
  maxCompletionLength: number,
): Float32Array<ArrayBuffer> {
  const lengths = Array.from(batch.sequenceStarts.subarray(1), (end, s) => end - batch.sequenceStarts[s]);
  const weights = sequenceWeights(lengths, aggregation, maxCompletionLength);
  return perPrediction(batch, (s) => weights[s]);
}
