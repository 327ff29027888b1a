/**
 * @file What the method asks of a tokenizer: a part of the interface of lm/tokenizer.ts.
 */
import { CodedError } from '../common/coded-error.ts';

export interface TextTokenizer {
  readonly specialIds: { eos?: number };
  /** Throws where the vocabulary has no token for a word. */
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
  /** What one token reads as on its own. */
  tokenText(id: number): string;
}

/**
 * The token that ends what either model writes.
 * @throws CodedError `no-end-token` where the tokenizer has none
 */
export function endToken(tokenizer: TextTokenizer): number {
  const { eos } = tokenizer.specialIds;
  if (eos === undefined)
    throw new CodedError(
      'no-end-token',
      'The tokenizer has no end-of-sequence token, so no text would end. Use a model whose tokenizer has one.',
    );
  return eos;
}
