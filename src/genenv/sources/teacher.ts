/** @file The frozen model that writes the tasks of the arm offline. */
import type { Sampler } from '../../policy/policy.ts';
import type { TextTokenizer } from '../../policy/text-tokenizer.ts';

export interface Teacher {
  policy: Sampler;
  /** Its own: the players read the texts that it writes, not its tokens. */
  tokenizer: TextTokenizer;
}
