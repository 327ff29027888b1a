/**
 * @file Converts the tokenizer in a GGUF file's metadata to `tokenizer.json` and `tokenizer_config.json`.
 *
 * Only byte-level BPE (`gpt2`) is read. `tokenizer.ggml.pre` names the rule that cuts text before the merges.
 */
import { z } from 'zod';
import { ggufError, ModelFileError } from './model-file-error.ts';
import { GGUF_FILE } from './model-files.ts';
import { type Gguf, metadataOf } from './gguf.ts';
import { addedTokenJson, bpe, byteLevel } from './tokenizer-json.ts';

const keys = z.object({
  'tokenizer.ggml.model': z.string(),
  'tokenizer.ggml.pre': z.string().optional(),
  'tokenizer.ggml.tokens': z.array(z.string()).min(1),
  'tokenizer.ggml.token_type': z.array(z.number()).optional(),
  'tokenizer.ggml.merges': z.array(z.string()).optional(),
  'tokenizer.ggml.bos_token_id': z.number().optional(),
  'tokenizer.ggml.eos_token_id': z.number().optional(),
  'tokenizer.ggml.unknown_token_id': z.number().optional(),
  'tokenizer.ggml.padding_token_id': z.number().optional(),
  'tokenizer.ggml.add_bos_token': z.boolean().optional(),
  'tokenizer.chat_template': z.string().optional(),
});
type Keys = z.infer<typeof keys>;

/** Values of `token_type` for control tokens, such as an end token, and for words that are never cut. */
const CONTROL = 3;
const USER_DEFINED = 4;

/** Returns steps that cut text like Llama 3 and Qwen 2: into words, short numbers, punctuation and white space. */
const words = (digits: string) => [
  {
    type: 'Split',
    pattern: {
      Regex:
        `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}${digits}` +
        '| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
    },
    behavior: 'Isolated',
    invert: false,
  },
  byteLevel(false),
];
const LLAMA_3 = { steps: words('{1,3}'), ignoreMerges: true };
const QWEN_2 = { steps: words(''), normalizer: { type: 'NFC' } };

/** Steps that cut text before the merges, with any normalizer, by `tokenizer.ggml.pre`. */
const PRE_TOKENIZERS: Readonly<Record<string, { steps: object[]; normalizer?: object; ignoreMerges?: boolean }>> = {
  'gpt-2': { steps: [byteLevel(true)] },
  smollm: { steps: [{ type: 'Digits', individual_digits: true }, byteLevel(true)] },
  'llama-bpe': LLAMA_3,
  llama3: LLAMA_3,
  'llama-v3': LLAMA_3,
  qwen2: QWEN_2,
  'deepseek-r1-qwen': QWEN_2,
};

/** Converts the tokenizer. @throws ModelFileError if the metadata hold no tokenizer, or an unsupported one */
export function ggufTokenizer(metadata: Gguf['metadata']): { tokenizer: object; config: object } {
  if (metadata['tokenizer.ggml.model'] === undefined)
    throw new ModelFileError('missing', `${GGUF_FILE}/tokenizer.json`, 'missing, its metadata hold no tokenizer');
  const read = metadataOf(metadata, keys);
  // The header reader drops a byte order mark. No token is empty, so an empty text was a byte order mark.
  const tokens = read['tokenizer.ggml.tokens'].map((token) => token || '\ufeff');
  read['tokenizer.ggml.tokens'] = tokens;
  const tokenOf = (role: 'bos' | 'eos' | 'unknown' | 'padding') =>
    tokens[read[`tokenizer.ggml.${role}_token_id`] ?? -1];
  const kind = read['tokenizer.ggml.model'];
  if (kind !== 'gpt2') throw ggufError('unsupported', `tokenizer "${kind}" is not supported, only "gpt2" is`);
  const types = read['tokenizer.ggml.token_type'] ?? [];
  const isAdded = (type: number) => type === CONTROL || type === USER_DEFINED;
  const bos = tokenOf('bos');
  const begins = bos !== undefined && read['tokenizer.ggml.add_bos_token'];
  return {
    tokenizer: {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: tokens.flatMap((content, id) =>
        isAdded(types[id]) ? [addedTokenJson(content, id, types[id] === CONTROL)] : [],
      ),
      post_processor: begins ? beginningWith(bos, tokens.indexOf(bos)) : null,
      ...byteLevelParts(read),
    },
    config: {
      tokenizer_class: 'PreTrainedTokenizerFast',
      bos_token: bos,
      eos_token: tokenOf('eos'),
      pad_token: tokenOf('padding'),
      unk_token: tokenOf('unknown'),
      chat_template: read['tokenizer.chat_template'],
      clean_up_tokenization_spaces: false,
    },
  };
}

const beginningWith = (token: string, id: number) => {
  const [first, text, second] = [
    { SpecialToken: { id: token, type_id: 0 } },
    { Sequence: { id: 'A', type_id: 0 } },
    { Sequence: { id: 'B', type_id: 1 } },
  ];
  return {
    type: 'TemplateProcessing',
    single: [first, text],
    pair: [first, text, second],
    special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
  };
};

function byteLevelParts(read: Keys) {
  const pre = read['tokenizer.ggml.pre'];
  if (pre === undefined)
    throw ggufError(
      'unsupported',
      'its metadata do not say how text is cut (tokenizer.ggml.pre); convert the model to GGUF again with a newer llama.cpp',
    );
  if (!Object.hasOwn(PRE_TOKENIZERS, pre))
    throw ggufError(
      'unsupported',
      `its way to cut text (tokenizer.ggml.pre: ${pre}) is none of ${Object.keys(PRE_TOKENIZERS).join(', ')}`,
    );
  const { steps, normalizer = null, ignoreMerges = false } = PRE_TOKENIZERS[pre];
  const merges = (read['tokenizer.ggml.merges'] ?? []).map((merge) => merge.split(' '));
  return {
    normalizer,
    pre_tokenizer: { type: 'Sequence', pretokenizers: steps },
    decoder: byteLevel(true),
    model: bpe({
      vocab: Object.fromEntries(read['tokenizer.ggml.tokens'].map((token, id) => [token, id])),
      merges,
      ignore_merges: ignoreMerges,
    }),
  };
}
