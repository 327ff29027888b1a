/** @file A byte-level BPE without merges, which encodes every text, in a published checkpoint's file format. */
import { byteLevelTokenizer, type Tokenizer } from '../files/tokenizer.ts';

/** Ids: the special tokens `<eos>` 0, `<|im_start|>` 1, `<|im_end|>` 2; then the bytes. */
export const byteTokenizer = (config: Record<string, unknown> = {}): Tokenizer =>
  byteLevelTokenizer(['<eos>', '<|im_start|>', '<|im_end|>'], [], { eos_token: '<eos>', ...config });
