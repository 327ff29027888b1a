/**
 * @file Sampling completions on the GPU: prompts are read once each, then all rollouts decode together with a KV cache.
 */
import type { CausalLM } from './transformer.ts';

/** One prompt and the rollouts to sample from it. */
export interface GenerationPrompt {
  ids: readonly number[];
  /** Part of the random key. */
  task: number;
  /** One completion each; part of the random key. */
  rollouts: readonly number[];
  /** Random position of the first token. */
  position: number;
}

export interface SamplingOptions {
  /** Logits are divided by this; 0 is greedy decoding. */
  temperature: number;
  /** Keep only the k most likely tokens (and those tied with the k-th); 0 keeps all. */
  topK: number;
  /** Keep the smallest set of most likely tokens whose mass reaches this; 1 keeps all. Applied after `topK`. */
  topP: number;
  maxNewTokens: number;
  stopIds: readonly number[];
}

/** Indices that, with task, rollout and position, name each random number (`philox`, key seed and stream). */
export interface GenerationKey {
  seed: number;
  stream: number;
  epoch: number;
}

export interface GeneratedCompletion {
  task: number;
  rollout: number;
  /** The stop token is included. */
  ids: number[];
  /** log softmax(logits / temperature) of each token, before top-k and top-p; at temperature 0 of the plain logits. */
  logprobs: number[];
  finish: 'stop' | 'length';
}

/**
 * Samples completions, in the order of prompts and then of their rollouts.
 * @param onTokens told now and then how many tokens have been decoded
 * @throws RangeError where prompt and completion together exceed the model's positions
 */
export async function generate(
  _model: CausalLM,
  _prompts: readonly GenerationPrompt[],
  _sampling: SamplingOptions,
  _key: GenerationKey,
  _onTokens?: (decoded: number) => void,
): Promise<GeneratedCompletion[]> {
  throw new Error('Sampling is not there yet.');
}
