import { expect, it } from 'vitest';
import { repetitionPenalties, sentenceBleu } from './environment-reward.ts';

const TEXTS = [
  'go to the kitchen , take the red cup',
  'go to the kitchen , take the blue cup',
  'open the door',
  'go to the kitchen , take the red cup and the blue plate',
  'open the window , close the door',
  'open the door and the window',
  'sing',
  'go to the cellar , take the red cup',
];

/**
 * NLTK 3.10.4 (sentence_bleu, method1) and scikit-learn 1.9.1 (AgglomerativeClustering, average linkage) give these
 * numbers for texts of four words and more.
 */
it.each([
  [0, 1, 0.75062385375],
  [0, 3, 0.64118038843],
  [4, 5, 0.115598711479],
  [0, 7, 0.596949179202],
])('BLEU of text %i against %i', (i, j, expected) => {
  expect(sentenceBleu(TEXTS[i].split(' '), TEXTS[j].split(' '))).toBeCloseTo(expected, 11);
});

it('BLEU of texts too short for four-grams', () => {
  expect(sentenceBleu(['a', 'b', 'c'], ['a', 'b', 'c'])).toBeCloseTo(1, 12);
  expect(sentenceBleu(['a'], ['a', 'b', 'c', 'd'])).toBeCloseTo(Math.exp(-3), 12);
  expect(sentenceBleu(['a', 'b'], ['b', 'a'])).toBeCloseTo(Math.sqrt(0.1), 12);
  expect(sentenceBleu(['a'], ['b'])).toBe(0);
  expect(sentenceBleu([], ['a'])).toBe(0);
});

it('is the share of the texts in a cluster', () => {
  expect(repetitionPenalties(TEXTS)).toEqual([3, 3, 1, 3, 1, 1, 1, 1].map((size) => size / 8));
  expect(repetitionPenalties(['a b', 'c', 'a b', 'd'])).toEqual([0.5, 0.25, 0.5, 0.25]);
  expect(repetitionPenalties([])).toEqual([]);
  expect(repetitionPenalties(['a a', 'a a', 'a  a'].map((text) => `${text} b c d`))).toEqual([1, 1, 1]);
});
