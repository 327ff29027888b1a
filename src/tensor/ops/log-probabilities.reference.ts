/**
 * @file Computes log-softmax, entropy and KL divergence of one row of logits in double precision, to check
 * log-probabilities.ts, sample.ts and the losses.
 */

/** Returns log softmax(logits / temperature). */
export function logSoftmaxReference(logits: ArrayLike<number>, temperature = 1): number[] {
  // Tests without a GPU spend a quarter of their training loop here. `Array.from` would take several times as long.
  const scaled: number[] = [];
  for (let i = 0; i < logits.length; i++) scaled.push(logits[i] / temperature);
  const largest = Math.max(...scaled);
  let sum = 0;
  for (const value of scaled) sum += Math.exp(value - largest);
  const logSum = largest + Math.log(sum);
  return scaled.map((value) => value - logSum);
}

/** Returns −Σ p log p in nats. A token with p = 0 adds 0. */
export const entropyReference = (logP: readonly number[]): number =>
  -logP.reduce((sum, value) => sum + (value === -Infinity ? 0 : Math.exp(value) * value), 0);

/** Returns Σ p (log p − log q) in nats. A token with p = 0 adds 0. */
export const divergenceReference = (logP: readonly number[], logQ: readonly number[]): number =>
  logP.reduce((sum, value, v) => sum + (value === -Infinity ? 0 : Math.exp(value) * (value - logQ[v])), 0);
