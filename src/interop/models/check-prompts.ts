/**
 * @file Prompts on which an export is checked: random tokens of the whole vocabulary, so that no row of the embedding and
 * no position is favoured, of several lengths. The same model gets the same prompts.
 */
import type { ModelConfig } from '../../lm/files/config.ts';
import { RandomStream } from '../../random/random-stream.ts';
import { streams } from '../../random/streams.ts';

const SEED = 1;
/** Tokens: a first token alone, and prompts that are no multiples of a kernel's tile. */
const LENGTHS = [1, 5, 11, 23];
/** Tokens that each runtime writes after a prompt. */
const NEW_TOKENS = 8;

/** Prompts and the number of tokens to write after each, within the positions of the model. */
export function checkPrompts({ vocabSize, maxPositions }: ModelConfig): { prompts: number[][]; newTokens: number } {
  const newTokens = Math.max(1, Math.min(NEW_TOKENS, maxPositions - 1));
  const longest = Math.max(1, maxPositions - newTokens);
  const prompts = LENGTHS.map((length, i) => {
    const random = new RandomStream(SEED, streams.exportedModelPrompts, i);
    return Array.from({ length: Math.min(length, longest) }, () => random.integer(vocabSize));
  });
  return { prompts, newTokens };
}
