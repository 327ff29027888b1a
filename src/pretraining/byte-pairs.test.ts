import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadTokenizer } from '../lm/files/load-model.ts';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import { bytePairTokenizer, trainMerges } from './byte-pairs.ts';

const texts = ['low low low lower lower', 'newest newest newest newest widest widest'];

it('merges the most frequent pair first, the first in code point order among equals', () => {
  // Counted by hand: e s, s t and w e occur 6 times. After two merges w e occurs twice, and l o and o w 5 times.
  expect(trainMerges(texts, 3)).toEqual([
    ['e', 's'],
    ['es', 't'],
    ['l', 'o'],
  ]);
});

it('stops where no pair occurs twice, and merges nothing across pieces', () => {
  expect(trainMerges(['ab ab'], 100)).toEqual([['a', 'b']]);
  expect(trainMerges(['a b c'], 100)).toEqual([]);
});

const tokenizer = bytePairTokenizer(texts, 100);

it('encodes every text, and decodes it to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    }),
  );
  expect(tokenizer.encode('newest lower').length).toBeLessThan(5);
});

it('is read from its own files, with its special tokens and its chat template', async () => {
  const files = new Map(
    [
      ['tokenizer.json', tokenizer.files.tokenizer],
      ['tokenizer_config.json', tokenizer.files.config],
    ].map(([name, json]) => [name as string, new TextEncoder().encode(JSON.stringify(json))]),
  );
  const read = await loadTokenizer(memoryFolder(files));
  expect(read.specialIds).toMatchObject({ eos: 2, pad: 0 });
  const rendered = read.chat!.render([{ role: 'user', content: 'low' }]);
  expect(rendered).toBe('<|im_start|>user\nlow<|im_end|>\n<|im_start|>assistant\n');
  expect(read.encode(rendered)[0]).toBe(1);
});
