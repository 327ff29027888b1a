/** @file The log-probabilities of written tokens, the entropy and the likeliest tokens there: one pass a sequence. */
import { notFinite } from '../lm/finite-weights.ts';
import { likeliestTokens } from '../lm/likeliest-tokens.ts';
import type { LikelyToken } from '../lm/sampling.ts';
import { logSumExp } from '../lm/sample-token.ts';
import type { OnnxCausalLM } from './causal-lm.ts';

export interface TokenScores {
  /** log softmax(logits / temperature) of each token of the completion, f32. */
  logprobs: number[];
  /** Entropy of softmax(logits / temperature) at the same places, nats, f32. */
  entropy: number[];
}

export async function score(
  model: OnnxCausalLM,
  prompt: readonly number[],
  completion: readonly number[],
  temperature: number,
): Promise<TokenScores> {
  const scores: TokenScores = { logprobs: [], entropy: [] };
  const rows = await logitRows(model, prompt, completion);
  rows.forEach((row, t) => {
    const id = completion[t];
    const logZ = logSumExp(row, temperature);
    // H = log Z − Σ p·logit/T.
    let mean = 0;
    for (const logit of row) {
      const logprob = logit / temperature - logZ;
      // A token that the model rules out adds 0, not 0·∞.
      if (logprob > -Infinity) mean += Math.exp(logprob) * (logit / temperature);
    }
    const logprob = row[id] / temperature - logZ;
    if (!Number.isFinite(logprob) || !Number.isFinite(mean))
      throw notFinite(`The probability of token ${t + 1} of a sequence`);
    scores.logprobs.push(Math.fround(logprob));
    scores.entropy.push(Math.fround(logZ - mean));
  });
  return scores;
}

/** The most probable tokens at the place of each token of the completion; see `Sampler.alternatives`. */
export async function likeliest(
  model: OnnxCausalLM,
  prompt: readonly number[],
  completion: readonly number[],
  temperature: number,
  count: number,
): Promise<LikelyToken[][]> {
  const rows = await logitRows(model, prompt, completion);
  return rows.map((row) => likeliestTokens(row, temperature, count));
}

/** The logits [vocabulary] that predict each token of the completion. */
async function logitRows(
  model: OnnxCausalLM,
  prompt: readonly number[],
  completion: readonly number[],
): Promise<Float32Array[]> {
  const { logits, past } = await model.forward([[...prompt, ...completion.slice(0, -1)]], undefined, 'all');
  model.release(past);
  const vocabulary = logits.length / (prompt.length + completion.length - 1);
  return completion.map((_, t) => {
    const begin = (prompt.length - 1 + t) * vocabulary;
    return logits.subarray(begin, begin + vocabulary);
  });
}
