import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  answerTokens,
  containsAnswer,
  countWords,
  cutBefore,
  cutText,
  exactMatch,
  joinWords,
  normalizeAnswer,
  numberWords,
  readNumber,
  splitWords,
  textHash,
  tokenF1,
  wordsOf,
} from './text.ts';

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

describe('words of numbers', () => {
  it('are read back, and nothing else is', () => {
    for (const word of numberWords(0, 48)) expect(readNumber(word)).toBe(Number(word));
    for (const word of ['', '49', '-1', '07', '1.5', '1e1', 'mon', undefined]) expect(readNumber(word)).toBeNull();
  });
});

describe('normalisation', () => {
  test.each([
    ['The  Beatles!', 'beatles'],
    ['an A-team, the\tend', 'ateam end'],
    ['U.S.A.', 'usa'],
    ['“Rubber Soul”', '“rubber soul”'],
    ['thé aé éa', 'thé aé éa'],
    ['a', ''],
  ])('%j becomes %j', (text, expected) => expect(normalizeAnswer(text)).toBe(expected));

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normalizeAnswer(text);
        expect(normalizeAnswer(once)).toBe(once);
        expect(answerTokens(text).join(' ')).toBe(once);
      }),
    );
  });
});

describe('token F1', () => {
  test.each([
    ['King George VI', ['George VI'], 0.8],
    ['to be or not to be', ['to be'], 0.5],
    ['no', ['no idea'], 0],
    ['yes', ['Yes!'], 1],
    ['unrelated', ['George', 'unrelated words'], 2 / 3],
    ['', ['x'], 0],
    ['the', ['a'], 0],
  ])('%j against %j is %f', (prediction, answers, expected) => {
    expect(tokenF1(prediction, answers)).toBeCloseTo(expected, 12);
  });

  test('lies in [0, 1], is symmetric, and is 1 on an exact match that has tokens', () => {
    const texts = fc.array(fc.constantFrom('red', 'blue', 'the', 'yes', 'no', 'no!', '7'), { maxLength: 6 });
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const [a, b] = [left.join(' '), right.join(' ')];
        const f1 = tokenF1(a, [b]);
        expect(f1).toBeGreaterThanOrEqual(0);
        expect(f1).toBeLessThanOrEqual(1);
        expect(f1).toBeCloseTo(tokenF1(b, [a]), 12);
        if (exactMatch(a, [b])) expect(containsAnswer(a, [b])).toBe(true);
        if (exactMatch(a, [b]) && answerTokens(a).length > 0) expect(f1).toBe(1);
      }),
    );
  });
});
