/**
 * @file A byte-level BPE tokenizer without merges: one token per byte, so it can encode every text, through the same
 * library and file format as a published checkpoint's.
 */
import { BYTE_CHARACTERS } from '../files/byte-characters.ts';
import { createTokenizer, specialTokens, type Tokenizer } from '../files/tokenizer.ts';

/** Ids: the byte's own value; the special tokens `<eos>` 256, `<|im_start|>` 257, `<|im_end|>` 258. */
export function byteTokenizer(config: Record<string, unknown> = {}): Tokenizer {
  const special = ['<eos>', '<|im_start|>', '<|im_end|>'];
  return createTokenizer(
    {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: specialTokens(special, 256),
      normalizer: null,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
      post_processor: null,
      decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: {
        type: 'BPE',
        dropout: null,
        unk_token: null,
        vocab: Object.fromEntries(BYTE_CHARACTERS.map((character, byte) => [character, byte])),
        merges: [],
      },
    },
    { tokenizer_class: 'PreTrainedTokenizerFast', eos_token: '<eos>', ...config },
  );
}
