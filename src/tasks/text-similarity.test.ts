import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerTokens, containsAnswer, exactMatch, normalizeAnswer, tokenF1 } from './text.ts';

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
