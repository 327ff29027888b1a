import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lossVariants } from '../genenv/epoch-settings.ts';
import { groupAdvantages, weigh } from './curriculum.ts';
import {
  bandAround,
  environmentReward,
  normaliseWeights,
  passingCounts,
  regressionWeight,
  repetitionPenalties,
  scopesOf,
  sentenceBleu,
} from './environment-reward.ts';

it.each([
  [4, 0.375],
  [8, 0.273],
  [16, 0.546],
  [64, 0.897],
])('the filter passes n = %i rollouts at p = ½ with probability %f', (n, expected) => {
  const choose = (k: number) => Array.from({ length: k }, (_, i) => (n - i) / (i + 1)).reduce((a, b) => a * b, 1);
  const passing = passingCounts(n, bandAround(0.5, 0.1)).reduce((sum, k) => sum + choose(k) / 2 ** n, 0);
  expect(passing).toBeCloseTo(expected, 3);
});

it('weighs p̂ = ½ 1.48 times as much as 0 at β = 2, and as .4 at β = 50; weights have a mean of 1', () => {
  const weight = (rate: number, beta: number) => regressionWeight(environmentReward(rate, 0.5, beta), 1);
  expect(weight(0.5, 2) / weight(0, 2)).toBeCloseTo(1.48, 2);
  expect(weight(0.5, 50) / weight(0.4, 50)).toBeCloseTo(1.48, 2);
  expect(normaliseWeights([1, 2, 3])).toEqual([0.5, 1, 1.5]);
});

it('shares counts over a task, its task batch, or the epoch', () => {
  const scopes = (['task', 'batch', 'epoch'] as const).map((scope) => scopesOf([3, 3, 5], scope));
  expect(scopes).toEqual([[0, 1, 2], [3, 3, 5], [0, 0, 0]]); // prettier-ignore
});

it('takes p̂ over tasks that share a scope, and weighs what is kept and own', () => {
  const { scopes, rewards, kept, weights } = weigh({
    counts: [4, 0, 8, 4].map((k) => ({ k, n: 8 })),
    scopeOf: [0, 0, 1, 2],
    reward: { kind: 'alpha', alpha: 0.5, beta: 8 },
    penalties: [0, 0, 0, 0],
    band: { low: 0.24, high: 0.76 },
    lambda: 2,
    own: [true, true, true, false],
  });
  expect(scopes.map(({ k, n }) => [k, n])).toEqual([[4, 16], [4, 16], [8, 8], [4, 8]]); // prettier-ignore
  expect(rewards[0]).toBeCloseTo(Math.exp(-0.5), 12);
  expect(kept).toEqual([true, true, false, true]);
  expect(weights[1]).toBeCloseTo(Math.exp(2 * Math.exp(-0.5)), 12);
  expect(weights.slice(2)).toEqual([0, 0]);
});

it.each([
  ['Dr. GRPO: centred', lossVariants.dr_grpo, 1, 0],
  ['TRL: divided by σ with ddof 1', lossVariants.grpo, 0.5, 1e-4],
  ['DAPO', lossVariants.dapo, 0.5, 1e-4],
  ['verl', lossVariants['token-mean'], 0.5, 1e-6],
  ['DeepSeekMath: divided by σ with ddof 0', { scale: 'population', epsilon: 0 } as const, Math.sqrt(3 / 16), 0],
])('advantages of %s', (_, scale, deviation, epsilon) => {
  const advantages = groupAdvantages([1, 0, 0, 0], scale);
  [0.75, -0.25, -0.25, -0.25].forEach((centred, i) =>
    expect(advantages[i]).toBeCloseTo(centred / (deviation + epsilon), 12),
  );
  // The mean of 0.1, 0.1 and 0.1 is rounded, but equal rewards must still have the advantage 0.
  expect(groupAdvantages([0.1, 0.1, 0.1], scale)).toEqual([0, 0, 0]);
});

it('advantages of a group sum to 0', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 32 }), (group) => {
      const sum = groupAdvantages(group, lossVariants.grpo).reduce((total, value) => total + value, 0);
      expect(Math.abs(sum)).toBeLessThan(1e-9);
    }),
  );
});

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

/** NLTK 3.10.4 (sentence_bleu, method1) gives these numbers for texts of four words and more. */
it.each([
  [TEXTS[0], TEXTS[1], 0.75062385375],
  [TEXTS[0], TEXTS[3], 0.64118038843],
  [TEXTS[4], TEXTS[5], 0.115598711479],
  [TEXTS[0], TEXTS[7], 0.596949179202],
  // These texts are too short for four-grams, so closed forms give their numbers.
  ['a b c', 'a b c', 1],
  ['a', 'a b c d', Math.exp(-3)],
  ['a b', 'b a', Math.sqrt(0.1)],
  ['a', 'b', 0],
])('BLEU of “%s” against “%s”', (text, reference, expected) => {
  expect(sentenceBleu(text.split(' '), reference.split(' '))).toBeCloseTo(expected, 11);
});

it('penalises a text by the share of the texts in its cluster', () => {
  // scikit-learn 1.9.1 (AgglomerativeClustering, average linkage) gives the clusters of `TEXTS`.
  expect(repetitionPenalties(TEXTS)).toEqual([3, 3, 1, 3, 1, 1, 1, 1].map((size) => size / 8));
  expect(repetitionPenalties(['a b', 'c', 'a b', 'd'])).toEqual([0.5, 0.25, 0.5, 0.25]);
  expect(repetitionPenalties(['', 'a'])).toEqual([0.5, 0.5]);
  expect(repetitionPenalties(['a a', 'a a', 'a  a'].map((text) => `${text} b c d`))).toEqual([1, 1, 1]);
});
