/**
 * @file Plain log-softmax, entropy and KL divergence of one row of logits, in double precision: the oracle of
 * log-probabilities.ts, of sample.ts and of the losses.
 */

/** log softmax(logits / temperature). */
export function logSoftmaxReference(logits: ArrayLike<number>, temperature = 1): number[] {
  const scaled = Array.from(logits, (logit) => logit / temperature);
  const largest = Math.max(...scaled);
  const logSum = largest + Math.log(scaled.reduce((sum, value) => sum + Math.exp(value - largest), 0));
  return scaled.map((value) => value - logSum);
}

/** −Σ p log p, nats; a token of probability 0 adds 0. */
export const entropyReference = (logP: readonly number[]): number =>
  -logP.reduce((sum, value) => sum + (value === -Infinity ? 0 : Math.exp(value) * value), 0);

/** Σ p (log p − log q), nats; a token with p = 0 adds 0. */
export const divergenceReference = (logP: readonly number[], logQ: readonly number[]): number =>
  logP.reduce((sum, value, v) => sum + (value === -Infinity ? 0 : Math.exp(value) * (value - logQ[v])), 0);
