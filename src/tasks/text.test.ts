import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords, cutBefore, cutText, joinWords, splitWords, textHash, wordsOf } from './text.ts';

it('are words, whatever white space separates them', () => {
  expect(wordsOf('  clean\tapple\n& heat  mug ')).toEqual(['clean', 'apple', '&', 'heat', 'mug']);
  expect(wordsOf('')).toEqual([]);
  expect(joinWords('clean apple', '', '& heat mug')).toBe('clean apple & heat mug');
});

it('split at a separator and join again', () => {
  expect(splitWords(['a', '&', '&', 'b'], '&')).toEqual([['a'], [], ['b']]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', '&')), (words) => {
      const joined = splitWords(words, '&').flatMap((segment, i) => (i === 0 ? segment : ['&', ...segment]));
      expect(joined).toEqual(words);
    }),
  );
});

it('are cut after a number of words, or before a word that begins the rest', () => {
  expect(cutText('a b c', 2)).toEqual({ seed: 'a b', rest: 'c' });
  expect(cutText('a', 2)).toEqual({ seed: 'a', rest: '' });
  expect(cutBefore('& a & b', (word) => word === '&')).toEqual({ seed: '& a', rest: '& b' });
  expect(cutBefore('a b', (word) => word === '&')).toEqual({ seed: 'a b', rest: '' });
});

it('have seeds: FNV-1a of the published test vectors', () => {
  expect(textHash('')).toBe(0x811c9dc5);
  expect(textHash('a')).toBe(0xe40c292c);
  expect(textHash('foobar')).toBe(0xbf9cf968);
});

it('are counted without a list of them', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', '\n', '\t', '\u00a0', '\u3000', '\u0085', '\u2028', '\ufeff', '𝒳'),
  });
  fc.assert(
    fc.property(text, (one) => {
      expect(countWords(one)).toBe(wordsOf(one).length);
    }),
  );
});
