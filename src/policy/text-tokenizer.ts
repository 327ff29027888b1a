/** @file The part of the tokenizer's interface (lm/files/tokenizer.ts) that the method needs. */
import { CodedError } from '../common/coded-error.ts';

export interface TextTokenizer {
  /** Writes a conversation as one text, as the checkpoint does; null if it has no chat template. */
  readonly chat: { render(messages: readonly { role: string; content: string }[]): string } | null;
  /** Tokens after which a text has ended; the first is the one that a text is closed with. */
  readonly endIds: readonly number[];
  /** Throws if the vocabulary has no token for a word. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  tokenText(id: number): string;
}

/** All tokens that end what either model writes, at least one. @throws CodedError `no-end-token` */
export function endTokens({ endIds }: Pick<TextTokenizer, 'endIds'>): readonly number[] {
  if (endIds.length === 0) throw new CodedError('no-end-token');
  return endIds;
}

/** The token that closes a text we write for a model to learn from. @throws CodedError `no-end-token` */
export const endToken = (tokenizer: TextTokenizer): number => endTokens(tokenizer)[0];
