/** @file Makes a byte-level BPE without merges, which encodes every text, in the file format of published checkpoints. */
import { byteLevelTokenizer, type Tokenizer } from '../files/tokenizer.ts';

/** Makes the tokenizer. Ids are `<eos>` 0, `<|im_start|>` 1, `<|im_end|>` 2, then the bytes. */
export const byteTokenizer = (config: Record<string, unknown> = {}): Tokenizer =>
  byteLevelTokenizer(['<eos>', '<|im_start|>', '<|im_end|>'], [], { eos_token: '<eos>', ...config });
