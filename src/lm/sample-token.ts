/**
 * @file Samples one token from a row of logits on the CPU, for models whose logits another runtime computes. It uses the
 * same method and random number as tensor/ops/sample.ts, with sums in double precision. It also lists likely tokens.
 */
import { philox, unitInterval } from '../random/random-stream.ts';
import type { RandomKey } from '../random/streams.ts';
import type { LikelyToken, SamplingSettings } from './sampling.ts';

/** Task, rollout and position of a token. They select the random number that samples the token. */
export interface TokenPlace {
  task: number;
  rollout: number;
  /** Number of tokens that the rollout has before this one, earlier turns included. */
  position: number;
}

export interface SampledToken {
  id: number;
  /** log softmax(logits / temperature) before top-k and top-p, rounded to f32. At temperature 0: log softmax(logits). */
  logprob: number;
}

/** Returns log Σ exp(logits / temperature), without overflow. */
export function logSumExp(logits: Float32Array, temperature: number): number {
  let largest = -Infinity;
  for (const logit of logits) if (logit > largest) largest = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp((logit - largest) / temperature);
  return largest / temperature + Math.log(sum);
}

/** Samples a token. Its log-probability is NaN if a logit is NaN or +∞. */
export function sampleToken(
  logits: Float32Array,
  settings: Pick<SamplingSettings, 'temperature' | 'topK' | 'topP'>,
  { seed, stream, epoch }: RandomKey,
  { task, rollout, position }: TokenPlace,
): SampledToken {
  const temperature = settings.temperature === 0 ? 1 : settings.temperature;
  const logZ = logSumExp(logits, temperature);
  const probability = (logit: number) => Math.exp(logit / temperature - logZ);
  const sampled = (id: number): SampledToken => ({ id, logprob: Math.fround(logits[id] / temperature - logZ) });
  if (settings.temperature === 0)
    return sampled(logits.reduce((best, logit, id) => (logit > logits[best] ? id : best), 0));

  const least = leastKept(logits, settings, probability);
  let mass = 0;
  for (const logit of logits) if (logit >= least) mass += probability(logit);
  const [word] = philox([position >>> 0, epoch >>> 0, task >>> 0, rollout >>> 0], [seed >>> 0, stream >>> 0]);
  const goal = unitInterval(word) * mass;
  let sum = 0;
  let last = 0;
  for (let id = 0; id < logits.length; id++) {
    if (!(logits[id] >= least)) continue;
    last = id;
    sum += probability(logits[id]);
    if (sum > goal) return sampled(id);
  }
  // Rounding may put `goal` beyond the sum over all kept tokens. Then take the last of these tokens.
  return sampled(last);
}

/** Returns the least logit that top-k and then top-p keep. Tokens tied with it are kept. */
function leastKept(
  logits: Float32Array,
  { topK, topP }: Pick<SamplingSettings, 'topK' | 'topP'>,
  probability: (logit: number) => number,
): number {
  const chooses = (topK > 0 && topK < logits.length) || topP < 1;
  if (!chooses) return -Infinity;
  const sorted = logits.slice().sort().reverse();
  const least = topK > 0 && topK < sorted.length ? sorted[topK - 1] : -Infinity;
  if (topP === 1) return least;
  const kept = sorted.filter((logit) => logit >= least);
  const wanted = topP * kept.reduce((sum, logit) => sum + probability(logit), 0);
  let sum = 0;
  return kept.find((logit) => (sum += probability(logit)) >= wanted) ?? least;
}

/** Returns at most `count` tokens, most probable first. Of equally probable tokens the lower id comes first. */
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
