/**
 * @file Weighs the token losses of a batch. Every mean over tokens or sequences is a sum L = Σ_m weight_m · l_m over the
 * batch's predictions, and the weights are known before the forward pass.
 */
import type { PredictionList } from '../lm/packing.ts';
import type { LossAggregation } from './objective.ts';

/** Returns one value per prediction, [M], computed from the index and the number of predictions of its sequence. */
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
 * Returns, for each of B sequences, the weight of its n_i tokens that carry loss. sequence-mean: 1/(B·n_i); token-mean:
 * 1/Σn; constant-length: 1/(B·maxCompletionLength). The weight is 0 if n_i = 0.
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
