/** @file The part of the tokenizer's interface (lm/files/tokenizer.ts) that the method needs. */
import { CodedError } from '../common/coded-error.ts';

export interface TextTokenizer {
  /** Writes a conversation as one text, as the checkpoint does; null if it has no chat template. */
  readonly chat: { render(messages: readonly { role: string; content: string }[]): string } | null;
  readonly specialIds: { eos?: number };
  /** Throws if the vocabulary has no token for a word. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  tokenText(id: number): string;
}

/** The token that ends what either model writes. @throws CodedError `no-end-token` */
export function endToken(tokenizer: TextTokenizer): number {
  const { eos } = tokenizer.specialIds;
  if (eos === undefined) throw new CodedError('no-end-token');
  return eos;
}
