/** @file Makes parts of a `tokenizer.json`, with every field that the tokenizers library writes. */

/** Makes the step that represents bytes as characters. @param use_regex true to cut text into words first, like GPT-2 */
export const byteLevel = (use_regex: boolean) => ({
  type: 'ByteLevel',
  add_prefix_space: false,
  trim_offsets: true,
  use_regex,
});

/** Makes a token that is never cut. @param special true if decoded text may leave it out */
export const addedTokenJson = (content: string, id: number, special: boolean) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special,
});

interface Bpe {
  vocab: Readonly<Record<string, number>>;
  /** Merges in order, each as two symbols with a space between them, or as a pair. */
  merges: readonly string[] | readonly (readonly string[])[];
  ignore_merges?: boolean;
}

export const bpe = ({ vocab, merges, ignore_merges = false }: Bpe) => ({
  type: 'BPE',
  dropout: null,
  unk_token: null,
  continuing_subword_prefix: null,
  end_of_word_suffix: null,
  fuse_unk: false,
  byte_fallback: false,
  ignore_merges,
  vocab,
  merges,
});
