/** @file Plain log-softmax, entropy and KL divergence of one row: the oracle of log-probabilities.ts and sample.ts. */

/** log softmax(logits / temperature). */
export function logSoftmaxReference(logits: ArrayLike<number>, temperature: number): Float64Array {
  const scaled = Float64Array.from(logits, (logit) => logit / temperature);
  const high = scaled.reduce((a, b) => Math.max(a, b), -Infinity);
  const logZ = high + Math.log(scaled.reduce((sum, value) => sum + Math.exp(value - high), 0));
  return scaled.map((value) => value - logZ);
}

/** −Σ p log p, nats. */
export const entropyReference = (logP: Float64Array): number =>
  -logP.reduce((sum, value) => sum + Math.exp(value) * value, 0);

/** Σ p (log p − log q), nats. */
export const divergenceReference = (logP: Float64Array, logQ: Float64Array): number =>
  logP.reduce((sum, value, v) => sum + Math.exp(value) * (value - logQ[v]), 0);
