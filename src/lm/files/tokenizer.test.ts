/** @file Checks our word lists, a byte-level BPE as in published checkpoints, and malformed files. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelFileError } from './model-file-error.ts';
import { createTokenizer, wordLevelTokenizer } from './tokenizer.ts';

/** Tokenizer that merges "ab" and "abc". Ġ is the space of the byte-level alphabet. */
const bytePair = {
  added_tokens: [{ id: 6, content: '<|end|>', special: true }],
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  decoder: { type: 'ByteLevel' },
  model: {
    type: 'BPE',
    vocab: { a: 0, b: 1, c: 2, Ġ: 3, ab: 4, abc: 5 },
    merges: ['a b', 'ab c'],
  },
};

describe('wordLevelTokenizer', () => {
  const words = ['<sep>', '&', 'clean', 'apple', 'constructor', '12'];
  const tokenizer = wordLevelTokenizer(words);

  it('numbers pad, eos and the words in order', () => {
    expect(tokenizer.vocabularySize).toBe(8);
    expect(tokenizer.specialIds).toEqual({ pad: 0, eos: 1, bos: undefined, unknown: undefined });
    expect(tokenizer.encode('clean apple & constructor 12 <sep> <eos>')).toEqual([4, 5, 3, 6, 7, 2, 1]);
    expect(tokenizer.tokenText(3)).toBe('&');
  });

  it('decodes what it encoded, with or without special tokens', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, '<eos>', '<pad>')), (text) => {
        const ids = tokenizer.encode(text.join(' '));
        expect(ids.length).toBe(text.length);
        expect(tokenizer.decode(ids)).toBe(text.join(' '));
        expect(tokenizer.decode(ids, true)).toBe(text.filter((word) => !/<(eos|pad)>/.test(word)).join(' '));
      }),
    );
  });

  it('names the word it does not know', () => {
    expect(() => tokenizer.encode('clean pear')).toThrow('unknown-word {"word":"pear"}');
  });

  it('refuses words that are not words, and repeated ones', () => {
    expect(() => wordLevelTokenizer(['two words'])).toThrow('"two words" is not one word');
    expect(() => wordLevelTokenizer([''])).toThrow('is not one word');
    expect(() => wordLevelTokenizer(['a', '<eos>'])).toThrow('"<eos>" occurs twice');
  });
});

interface Texts {
  tokenizer: object;
  texts: string[];
  ids: number[][];
}
const spaces = JSON.parse(readFileSync(new URL('../fixtures/spaces.json', import.meta.url), 'utf8')) as Record<
  string,
  Texts
>;

it.each(['gpt2', 'qwen2'])('cuts odd white space as Hugging Face’s tokenizers do, and gives it back: %s', (name) => {
  const { tokenizer: json, texts, ids } = spaces[name];
  const made = createTokenizer(json, {});
  expect(texts.map((text) => made.encode(text))).toEqual(ids);
  expect(ids.map((own) => made.decode(own))).toEqual(texts);
});

it('decodes bytes as Hugging Face’s tokenizers do: a byte order mark, and what is no UTF-8', () => {
  const made = createTokenizer(spaces.fallback.tokenizer, {});
  expect(spaces.fallback.ids.map((ids) => made.decode(ids))).toEqual(spaces.fallback.texts);
});

describe('createTokenizer', () => {
  it('reads a byte-level BPE', () => {
    const tokenizer = createTokenizer(bytePair, { eos_token: { content: '<|end|>' } });
    expect(tokenizer.vocabularySize).toBe(7);
    expect(tokenizer.specialIds.eos).toBe(6);
    expect(tokenizer.encode('abc ab<|end|>')).toEqual([5, 3, 4, 6]);
    expect(tokenizer.decode([5, 3, 4, 6], true)).toBe('abc ab');
    expect(tokenizer.tokenText(3)).toBe(' ');
  });

  it.each<[what: string, tokenizer: unknown, config: unknown, message: RegExp]>([
    ['a list', [], {}, /^malformed .*tokenizer\.json.*\(the whole: /],
    ['no model', {}, {}, /^malformed .*tokenizer\.json.*\(model: expected object, but there is none\)/],
    ['ids that are not numbers', { model: { type: 'WordLevel', vocab: { a: 'x' } } }, {}, /malformed \(model\.vocab/],
    ['an unknown normaliser', { ...bytePair, normalizer: { type: 'Shout' } }, {}, /cannot be used .*Shout/],
    [
      'a special token that is a number',
      bytePair,
      { eos_token: 7 },
      /^malformed .*tokenizer_config\.json.*\(eos_token: /,
    ],
  ])('refuses %s', (_, tokenizer, config, message) => {
    expect(() => createTokenizer(tokenizer, config)).toThrow(ModelFileError);
    expect(() => createTokenizer(tokenizer, config)).toThrow(message);
  });

  it('refuses a vocabulary that would fill the memory', () => {
    const model = { ...bytePair.model, vocab: new Array(1_000_001).fill('') };
    expect(() => createTokenizer({ ...bytePair, model }, {})).toThrow('it has more than 1000000 tokens');
  });

  it('never throws anything but a ModelFileError', () => {
    const field = fc.constantFrom('added_tokens', 'normalizer', 'pre_tokenizer', 'post_processor', 'decoder', 'model');
    const damaged = fc.dictionary(field, fc.jsonValue(), { maxKeys: 2 }).map((change) => ({ ...bytePair, ...change }));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.jsonValue()), fc.jsonValue(), (tokenizer, config) => {
        try {
          expect(createTokenizer(tokenizer, config).vocabularySize).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ModelFileError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
