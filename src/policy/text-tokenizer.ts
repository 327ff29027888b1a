/** @file Declares the part of a tokenizer (lm/files/tokenizer.ts) that players, tasks and evaluations use. */
import { CodedError } from '../common/coded-error.ts';

export interface TextTokenizer {
  /** Chat template of the checkpoint; null if it has none. */
  readonly chat: { render(messages: readonly { role: string; content: string }[]): string } | null;
  /** Tokens that end a text. The first one closes the texts that we write. */
  readonly endIds: readonly number[];
  /** Returns the tokens of a text. Throws if the vocabulary has no token for a word. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  tokenText(id: number): string;
}

/** Returns the tokens that end a text, at least one. @throws CodedError `no-end-token` */
export function endTokens({ endIds }: Pick<TextTokenizer, 'endIds'>): readonly number[] {
  if (endIds.length === 0) throw new CodedError('no-end-token');
  return endIds;
}

/** Returns the token that closes a text for a model to learn from. @throws CodedError `no-end-token` */
export const endToken = (tokenizer: TextTokenizer): number => endTokens(tokenizer)[0];
