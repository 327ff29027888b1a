/** @file Declares the inputs and outputs of a language model as plain data, and checks requests before sampling. */
import { CodedError } from '../common/coded-error.ts';

export interface SamplingSettings {
  /** Logits are divided by this; 0 is greedy decoding. */
  temperature: number;
  /** Keep only the k most likely tokens (and those tied with the k-th); 0 keeps all. */
  topK: number;
  /** Keep the smallest set of most likely tokens whose mass reaches this; 1 keeps all. Applied after `topK`. */
  topP: number;
  maxNewTokens: number;
  /** Sampling stops after any of these; the stop token is part of the completion. */
  stopIds: readonly number[];
  /** The precision of cached keys and values; f16 halves their memory and rounds them. Absent: f32. */
  kvCachePrecision?: 'f32' | 'f16';
  /** Rollouts that decode together, at most: bounds memory, and changes no result. Absent or 0: as many as the device binds. */
  rolloutsPerWave?: number;
}

/** One prompt, read once, and the rollouts to sample from it. */
export interface Prompt {
  ids: readonly number[];
  /** Index of the task this prompt belongs to: part of the random key. */
  task: number;
  /** Indices of the rollouts to sample, one completion each: part of the random key. */
  rollouts: readonly number[];
  /** Tokens this rollout has already written in earlier turns: the random position of its next token. */
  position: number;
}

export interface Completion {
  task: number;
  rollout: number;
  ids: number[];
  /**
   * log softmax(logits / temperature) of each token, natural logarithm, before top-k and top-p; at temperature 0 of the
   * plain logits. Same length as `ids`.
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

/** @throws RangeError if a setting is out of range */
export function checkSettings({ maxNewTokens, temperature, topK, topP }: SamplingSettings): void {
  if (!Number.isInteger(maxNewTokens) || maxNewTokens < 1)
    throw new RangeError(`maxNewTokens is ${maxNewTokens}; it must be a positive integer.`);
  if (!(temperature >= 0)) throw new RangeError(`The temperature is ${temperature}; it must be 0 or more.`);
  if (!Number.isInteger(topK) || topK < 0)
    throw new RangeError(`topK is ${topK}; it must be 0 (off) or a positive integer.`);
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`topP is ${topP}; it must be above 0 and at most 1.`);
}

/** @throws CodedError `prompt-too-long`; RangeError if a prompt is empty or holds an id outside the vocabulary */
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
