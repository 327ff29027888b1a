/** @file Declares the inputs and outputs of a language model as plain data, and checks requests before sampling. */
import { CodedError } from '../common/coded-error.ts';

export interface SamplingSettings {
  /** Divisor of the logits. 0 means greedy decoding. */
  temperature: number;
  /** Number of most likely tokens to keep. Tokens tied with the last are kept too. 0 keeps all. */
  topK: number;
  /** Probability that the smallest set of most likely tokens must reach. 1 keeps all. This filter follows `topK`. */
  topP: number;
  maxNewTokens: number;
  /** Token ids that end a completion. The stop token is part of the completion. */
  stopIds: readonly number[];
  /** Largest number of rollouts that decode together. 0 or undefined means as many as fit, up to `MAX_ROLLOUTS`. */
  rolloutsPerWave?: number;
}

/** One prompt, which the model reads once, and the rollouts to sample from it. */
export interface Prompt {
  ids: readonly number[];
  /** Index of the prompt's task, which is part of the random key. */
  task: number;
  /** Indices of the rollouts to sample, one completion each. They are part of the random key. */
  rollouts: readonly number[];
  /** Number of tokens that each rollout wrote in earlier turns, which is part of the random key. */
  position: number;
}

export interface Completion {
  task: number;
  rollout: number;
  ids: number[];
  /**
   * log softmax(logits / temperature) of each token before top-k and top-p, natural logarithm. At temperature 0: log
   * softmax(logits). Same length as `ids`.
   */
  logprobs: number[];
  /** `stop`: ended with a stop token. `length`: cut off at `maxNewTokens`. */
  finish: 'stop' | 'length';
}

export interface LikelyToken {
  id: number;
  /** log softmax(logits / temperature), natural logarithm. */
  logprob: number;
}

/** Throws RangeError if a setting is out of range. */
export function checkSettings({ maxNewTokens, temperature, topK, topP }: SamplingSettings): void {
  if (!Number.isInteger(maxNewTokens) || maxNewTokens < 1)
    throw new RangeError(`maxNewTokens is ${maxNewTokens}; it must be a positive integer.`);
  if (!(temperature >= 0)) throw new RangeError(`The temperature is ${temperature}; it must be 0 or more.`);
  if (!Number.isInteger(topK) || topK < 0)
    throw new RangeError(`topK is ${topK}; it must be 0 (off) or a positive integer.`);
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`topP is ${topP}; it must be above 0 and at most 1.`);
}

/**
 * Throws CodedError `prompt-too-long` if a prompt with its new tokens exceeds the model's positions. Throws RangeError if
 * a prompt is empty or holds an id outside the vocabulary.
 */
export function checkPrompts(
  { maxPositions, vocabSize }: { maxPositions: number; vocabSize: number },
  prompts: readonly Prompt[],
  maxNewTokens: number,
): void {
  for (const { ids, task } of prompts) {
    if (ids.length === 0) throw new RangeError(`The prompt of task ${task} is empty; give it at least one token.`);
    if (ids.length + maxNewTokens > maxPositions)
      throw new CodedError('prompt-too-long', { tokens: ids.length, newTokens: maxNewTokens, positions: maxPositions });
    const unknown = ids.find((id) => !(id >= 0 && id < vocabSize));
    if (unknown !== undefined)
      throw new RangeError(
        `The prompt of task ${task} holds token ${unknown}, outside the vocabulary of ${vocabSize}.`,
      );
  }
}
