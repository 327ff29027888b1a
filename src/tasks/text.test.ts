import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberWords, readNumber } from './common-words.ts';
import { partitionOf } from './held-out.ts';
import { cutBefore, cutText, joinWords, splitWords, textSeed, wordsOf } from './text.ts';

describe('task texts', () => {
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
    expect(textSeed('')).toBe(0x811c9dc5);
    expect(textSeed('a')).toBe(0xe40c292c);
    expect(textSeed('foobar')).toBe(0xbf9cf968);
  });

  it('fall into the three data sets by their shares', () => {
    const counts = { training: 0, development: 0, 'held-out': 0 };
    for (let i = 0; i < 6000; i++) counts[partitionOf(`text ${i}`)]++;
    expect(Math.abs(counts.development - 1000)).toBeLessThan(120);
    expect(Math.abs(counts['held-out'] - 1000)).toBeLessThan(120);
  });
});

describe('number words', () => {
  it('are read back, and nothing else is', () => {
    for (const word of numberWords(0, 48)) expect(readNumber(word)).toBe(Number(word));
    for (const word of ['', '49', '-1', '07', '1.5', '1e1', 'mon', undefined]) expect(readNumber(word)).toBeNull();
  });
});
