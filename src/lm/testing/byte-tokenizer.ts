/**
 * @file A byte-level BPE tokenizer without merges: one token per byte, so it can encode every text, through the same
 * library and file format as a published checkpoint's.
 */
import { BYTE_CHARACTERS } from '../files/byte-characters.ts';
import { ownTokenizer, type Tokenizer } from '../files/tokenizer.ts';

/** Ids: the special tokens `<eos>` 0, `<|im_start|>` 1, `<|im_end|>` 2; then the bytes. */
export function byteTokenizer(config: Record<string, unknown> = {}): Tokenizer {
  const special = ['<eos>', '<|im_start|>', '<|im_end|>'];
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };
  return ownTokenizer({
    special,
    preTokenizer: byteLevel,
    decoder: byteLevel,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      vocab: Object.fromEntries([...special, ...BYTE_CHARACTERS].map((token, id) => [token, id])),
      merges: [],
    },
    config: { eos_token: '<eos>', ...config },
  });
}
