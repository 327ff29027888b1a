/**
 * @file A byte-level BPE tokenizer without merges: one token per byte, so it can encode every text, through the same
 * library and file format as a published checkpoint's.
 */
import { byteLevelTokenizer, type Tokenizer } from '../files/tokenizer.ts';

/** Ids: the special tokens `<eos>` 0, `<|im_start|>` 1, `<|im_end|>` 2; then the bytes. */
export const byteTokenizer = (config: Record<string, unknown> = {}): Tokenizer =>
  byteLevelTokenizer(['<eos>', '<|im_start|>', '<|im_end|>'], [], { eos_token: '<eos>', ...config });
