/** @file Checks the request of a sampler before sampling begins, the same for every runtime. */
import { CodedError } from '../common/coded-error.ts';
import type { Prompt, SamplingSettings } from './sampling.ts';

/** @throws RangeError where the settings make no sense */
export function checkSettings({ maxNewTokens, temperature, topK, topP }: SamplingSettings): void {
  if (!Number.isInteger(maxNewTokens) || maxNewTokens < 1)
    throw new RangeError(`maxNewTokens is ${maxNewTokens}; it must be a positive integer.`);
  if (!(temperature >= 0)) throw new RangeError(`The temperature is ${temperature}; it must be 0 or more.`);
  if (!Number.isInteger(topK) || topK < 0)
    throw new RangeError(`topK is ${topK}; it must be 0 (off) or a positive integer.`);
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`topP is ${topP}; it must be above 0 and at most 1.`);
}

/** @throws CodedError `prompt-too-long`; RangeError where a prompt is empty or holds an id outside the vocabulary */
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
