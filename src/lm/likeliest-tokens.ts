/** @file The most probable tokens of a row of logits. */
import { logSumExp } from './sample-token.ts';
import type { LikelyToken } from './sampling.ts';

/** At most `count` tokens, most probable first; of equally probable ones the lower id first. */
export function likeliestTokens(logits: Float32Array, temperature: number, count: number): LikelyToken[] {
  const kept: LikelyToken[] = [];
  const logZ = logSumExp(logits, temperature);
  logits.forEach((logit, id) => {
    const logprob = logit / temperature - logZ;
    if (kept.length === count && !(logprob > (kept.at(-1)?.logprob ?? Infinity))) return;
    const place = kept.findIndex((other) => logprob > other.logprob);
    kept.splice(place < 0 ? kept.length : place, 0, { id, logprob });
    kept.length = Math.min(kept.length, count);
  });
  return kept;
}
