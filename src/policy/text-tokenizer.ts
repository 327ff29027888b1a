/** @file Declares the tokenizer methods (lm/files/tokenizer.ts) that the method needs. */
import { CodedError } from '../common/coded-error.ts';

export interface TextTokenizer {
  /** Renders a conversation as the checkpoint's chat template does; null without a template. */
  readonly chat: { render(messages: readonly { role: string; content: string }[]): string } | null;
  /** Tokens that end a text. The first one closes the texts that we write. */
  readonly endIds: readonly number[];
  /** Throws if the vocabulary has no token for a word. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  tokenText(id: number): string;
}

/** Returns at least one token. @throws CodedError `no-end-token` */
export function endTokens({ endIds }: Pick<TextTokenizer, 'endIds'>): readonly number[] {
  if (endIds.length === 0) throw new CodedError('no-end-token');
  return endIds;
}

/** Returns the token that closes a text for a model to learn from. @throws CodedError `no-end-token` */
export const endToken = (tokenizer: TextTokenizer): number => endTokens(tokenizer)[0];
