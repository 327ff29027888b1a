/**
 * @file Converts text to token ids and back with `@huggingface/tokenizers`, and makes word-level tokenizers for the
 * languages of our own task families.
 *
 * The library reads the same `tokenizer.json` and `tokenizer_config.json` as transformers, so the byte-level BPE of a
 * published checkpoint and our word lists have one interface.
 */
import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';
import { isObject } from '../../common/plain-json.ts';
import { recordOf } from '../../common/record-schema.ts';
import { once } from '../../common/once.ts';
import { CodedError } from '../../common/coded-error.ts';
import { BYTE_CHARACTERS } from './byte-characters.ts';
import { addedTokenJson, bpe, byteLevel } from './tokenizer-json.ts';
import { type ChatTemplate, chatTemplateOf } from './chat-template.ts';
import { ModelFileError } from './model-file-error.ts';
import { checkedFile } from './read-json.ts';

/** Ids of the tokens with a role. A role that the tokenizer lacks is undefined. */
export interface SpecialIds {
  bos?: number;
  eos?: number;
  pad?: number;
  unknown?: number;
}

export interface Tokenizer {
  /** Upper bound of the ids, exclusive. */
  readonly vocabularySize: number;
  readonly specialIds: SpecialIds;
  /** Tokens that end a text. If the chat template closes answers with one of these tokens, that token is the first. */
  readonly endIds: readonly number[];
  /** Chat template; null if the checkpoint has none. @throws ModelFileError if it cannot be read */
  readonly chat: ChatTemplate | null;
  /** Source of this tokenizer: two parsed files, and the text of `chat_template.jinja` if the folder has this file. */
  readonly files: { tokenizer: object; config: object; template?: string };
  /**
   * Converts a text to ids.
   * @param addSpecialTokens true to apply the tokenizer's own template (such as a leading bos); default: false
   * @throws CodedError `unknown-word` if neither the vocabulary nor an unknown token covers a word
   */
  encode(text: string, addSpecialTokens?: boolean): number[];
  /** Converts ids to a text. @param skipSpecialTokens true to leave out special tokens such as eos; default: false */
  decode(ids: readonly number[], skipSpecialTokens?: boolean): string;
  /** Returns the text of one token; U+FFFD for a token that is part of a multi-byte character. */
  tokenText(id: number): string;
}

/** Limit on ids, above any vocabulary (Gemma's has 262,144 tokens). It stops a damaged file from filling the memory. */
const MAX_ID = 1_000_000;
const tokenId = z.int().min(0).max(MAX_ID);
const addedToken = z.looseObject({ id: tokenId, content: z.string() });
// The library requires the four fields from `normalizer` to `decoder`, but they may be null.
const tokenizerJson = z.looseObject({
  model: z.looseObject({
    // Refuse too large a vocabulary before its entries are checked.
    vocab: z
      .custom<object>((vocabulary) => typeof vocabulary === 'object' && vocabulary !== null)
      .refine((vocabulary) => Object.keys(vocabulary).length <= MAX_ID, {
        error: `it has more than ${MAX_ID} tokens`,
        abort: true,
      })
      .pipe(z.union([recordOf(tokenId), z.array(z.unknown())])),
  }),
  added_tokens: z.array(addedToken).default([]),
  normalizer: z.unknown().default(null),
  pre_tokenizer: z.unknown().default(null),
  post_processor: z.unknown().default(null),
  decoder: z.unknown().default(null),
});
const specialToken = z.union([z.string(), z.object({ content: z.string() })]).nullish();
const tokenizerConfigJson = z.looseObject({
  bos_token: specialToken,
  eos_token: specialToken,
  pad_token: specialToken,
  unk_token: specialToken,
});

/** Schema of end tokens, which files name by id or by text. */
const endTokenNames = z.looseObject({
  eos_token_id: z.union([z.int(), z.array(z.int())]).nullish(),
  eos_token: specialToken,
});

/** Returns the end tokens that a file names. Negative ids mean none. @throws ModelFileError if the fields are malformed */
export function namedEnds(json: unknown, file: string): (number | string)[] {
  const { eos_token_id: ids, eos_token: text } = checkedFile(endTokenNames, json, file);
  return [...[ids ?? []].flat().filter((id) => id >= 0), ...(text == null ? [] : [content(text)!])];
}

/**
 * Creates a tokenizer from parsed files.
 * @param template text of `chat_template.jinja`; older folders have the template in `tokenizer_config.json`
 * @param ends further end tokens, from other files of the folder
 */
export function createTokenizer(
  tokenizerFile: unknown,
  configFile: unknown,
  template?: string,
  ends: readonly (number | string)[] = [],
): Tokenizer {
  const json = checkedFile(tokenizerJson, tokenizerFile, 'tokenizer.json');
  const config = checkedFile(tokenizerConfigJson, configFile, 'tokenizer_config.json');
  // The library requires special tokens as plain strings.
  const contents = Object.fromEntries(
    (['bos_token', 'eos_token', 'pad_token', 'unk_token'] as const).map((role) => [role, content(config[role])]),
  );
  let inner: HuggingFaceTokenizer;
  try {
    inner = new HuggingFaceTokenizer(
      { ...json, pre_tokenizer: withExactSpaces(json.pre_tokenizer) },
      { ...config, ...contents },
    );
  } catch (error) {
    throw new ModelFileError('malformed', 'tokenizer.json', `cannot be used (${(error as Error).message})`);
  }
  exactBytes(inner.decoder);
  let vocabularySize = 0;
  for (const id of inner.get_vocab().values()) vocabularySize = Math.max(vocabularySize, id + 1);
  const specialId = (token: string | undefined) => (token === undefined ? undefined : inner.token_to_id(token));

  const decode = (ids: readonly number[], skipSpecialTokens = false) =>
    ids.length === 0
      ? ''
      : inner.decode([...ids], { skip_special_tokens: skipSpecialTokens, clean_up_tokenization_spaces: false });

  let chat: ChatTemplate | null | undefined;
  const endIds = once(() => {
    const named = [...namedEnds({ eos_token: config.eos_token }, 'tokenizer_config.json'), ...ends]
      .map((end) => (typeof end === 'number' ? end : inner.token_to_id(end)))
      .filter((id) => id !== undefined);
    const closing = named.find((id) => tokenizer.chat?.closesWith(decode([id])));
    return [...new Set(closing === undefined ? named : [closing, ...named])];
  });
  const tokenizer: Tokenizer = {
    // The template is read on first use, because some models never need it.
    get chat() {
      return (chat ??= chatTemplateOf(tokenizer));
    },
    get endIds() {
      return endIds();
    },
    vocabularySize,
    specialIds: {
      bos: specialId(contents.bos_token),
      eos: specialId(contents.eos_token),
      pad: specialId(contents.pad_token),
      unknown: specialId(contents.unk_token),
    },
    files: {
      tokenizer: tokenizerFile as object,
      config: configFile as object,
      ...(template !== undefined && { template }),
    },
    encode(text, addSpecialTokens = false) {
      const { ids, tokens } = inner.encode(text, { add_special_tokens: addSpecialTokens });
      // The library returns undefined for a word that neither the vocabulary nor an unknown token covers.
      const unknown = ids.findIndex((id) => id === undefined);
      if (unknown >= 0) throw new CodedError('unknown-word', { word: tokens[unknown] });
      return ids;
    },
    decode,
    tokenText: (id) => decode([id]),
  };
  return tokenizer;
}

/** Regular expression with which GPT-2 cuts text. */
const GPT2_WORDS = String.raw`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;

/**
 * Writes out GPT-2's expression in a pre-tokenizer that uses it. The library's built-in expression has JavaScript's `\s`,
 * which includes U+FEFF and lacks U+0085. The library corrects `\s` in explicit expressions.
 */
function withExactSpaces(step: unknown): unknown {
  if (!isObject(step)) return step;
  if (Array.isArray(step.pretokenizers)) return { ...step, pretokenizers: step.pretokenizers.map(withExactSpaces) };
  if (step.type !== 'ByteLevel' || step.use_regex === false || step.add_prefix_space !== false) return step;
  const split = { type: 'Split', pattern: { Regex: GPT2_WORDS }, behavior: 'Isolated', invert: false };
  return { type: 'Sequence', pretokenizers: [split, { ...step, use_regex: false }] };
}

/** Decodes like Rust's tokenizers: keeps a byte order mark, and turns all bytes into U+FFFD if they are not UTF-8. */
const BYTES = {
  decode(bytes: Uint8Array): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return '\ufffd'.repeat(bytes.length);
    }
  },
};

/** Makes every `ByteFallback` step of a decoder use `BYTES`, in place. */
function exactBytes(decoder: unknown): void {
  const of = decoder as { config?: { type?: string }; decoders?: unknown[]; text_decoder?: unknown } | null;
  of?.decoders?.forEach(exactBytes);
  if (of?.config?.type === 'ByteFallback') of.text_decoder = BYTES;
}

function content(token: z.infer<typeof specialToken>): string | undefined {
  return typeof token === 'string' ? token : token?.content;
}

/** Parts in which our own tokenizers differ. The `special` tokens have the first ids. */
interface OwnTokenizer {
  special: readonly string[];
  preTokenizer: object;
  decoder: object | null;
  model: object;
  config: object;
}

/** Makes a tokenizer in the format of the library. */
const ownTokenizer = ({ special, preTokenizer, decoder, model, config }: OwnTokenizer): Tokenizer =>
  createTokenizer(
    {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: special.map((content, id) => addedTokenJson(content, id, true)),
      normalizer: null,
      pre_tokenizer: preTokenizer,
      post_processor: null,
      decoder,
      model,
    },
    { tokenizer_class: 'PreTrainedTokenizerFast', ...config },
  );

/** Makes a byte-level BPE tokenizer. The special tokens have the first ids, then the 256 bytes, then the merges. */
export function byteLevelTokenizer(
  special: readonly string[],
  merges: readonly (readonly [string, string])[],
  config: object,
): Tokenizer {
  const vocabulary = [...new Set([...special, ...BYTE_CHARACTERS, ...merges.map((pair) => pair.join(''))])];
  return ownTokenizer({
    special,
    preTokenizer: byteLevel(true),
    decoder: byteLevel(true),
    model: bpe({
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
      merges: merges.map((pair) => pair.join(' ')),
    }),
    config,
  });
}

/**
 * Makes a tokenizer whose tokens are whole words separated by white space. Ids are `<pad>` 0, `<eos>` 1, then `words` in
 * order. No token stands for unknown words: a model could write it, and a misspelt word would not be an error.
 * @throws Error if a word is empty, holds white space, or occurs twice
 */
export function wordLevelTokenizer(words: readonly string[]): Tokenizer {
  const special = ['<pad>', '<eos>'];
  const vocabulary = [...special, ...words];
  const malformed = words.find((word) => !/^\S+$/.test(word));
  if (malformed !== undefined) throw new Error(`"${malformed}" is not one word: words hold no white space.`);
  const repeated = vocabulary.find((word, i) => vocabulary.indexOf(word) !== i);
  if (repeated !== undefined) throw new Error(`The word "${repeated}" occurs twice in the vocabulary.`);
  return ownTokenizer({
    special,
    preTokenizer: { type: 'WhitespaceSplit' },
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
      // The format requires a name here. No such token exists, so unknown words are still an error.
      unk_token: '<unk>',
    },
    config: { pad_token: '<pad>', eos_token: '<eos>', clean_up_tokenization_spaces: false },
  });
}
