/**
 * @file A byte-level BPE tokenizer without merges: one token per byte, so it can encode every text, through the same
 * library and file format as a published checkpoint's.
 */
import { createTokenizer, type Tokenizer } from '../tokenizer.ts';

/** GPT-2's printable stand-ins for bytes: printable Latin-1 stands for itself, the other bytes follow from U+0100. */
function byteCharacters(): string[] {
  const printable = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(printable(byte) ? byte : next++));
}

/** Ids: the byte's own value; the special tokens `<eos>` 256, `<|im_start|>` 257, `<|im_end|>` 258. */
export function byteTokenizer(config: Record<string, unknown> = {}): Tokenizer {
  const special = ['<eos>', '<|im_start|>', '<|im_end|>'];
  return createTokenizer(
    {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: special.map((content, i) => ({
        id: 256 + i,
        content,
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
      })),
      normalizer: null,
      pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
      post_processor: null,
      decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: {
        type: 'BPE',
        dropout: null,
        unk_token: null,
        vocab: Object.fromEntries(byteCharacters().map((character, byte) => [character, byte])),
        merges: [],
      },
    },
    { tokenizer_class: 'PreTrainedTokenizerFast', eos_token: '<eos>', ...config },
  );
}
