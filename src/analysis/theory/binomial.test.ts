/** @file The binomial distribution beside a library and known chances. */
import { binomialDistribution } from 'simple-statistics';
import { expect, it } from 'vitest';
import { binomial } from '../theory.ts';

it('agrees with simple-statistics, which leaves out the last tail', () => {
  const ours = binomial(12, 0.3);
  binomialDistribution(12, 0.3)!.forEach((probability, k) => expect(ours[k]).toBeCloseTo(probability, 12));
  expect(binomial(2, 0.5)).toEqual([0.25, expect.closeTo(0.5, 14), expect.closeTo(0.25, 14)]);
});

it('adds up to 1, also for thousands of trials and certain outcomes', () => {
  for (const p of [0, 0.1, 0.25, 0.5, 0.8, 1])
    expect(binomial(5000, p).reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10);
  expect(binomial(3, 1)).toEqual([0, 0, 0, 1]);
  expect(binomial(3, 0)).toEqual([1, 0, 0, 0]);
});

it('gives the chances to pass the difficulty filter at p = ½', () => {
  const passing = (n: number) =>
    binomial(n, 0.5).reduce((sum, chance, k) => (Math.abs(k / n - 0.5) <= 0.1 + 1e-9 ? sum + chance : sum), 0);
  for (const [n, chance] of [
    [4, 0.375],
    [8, 0.273],
    [16, 0.546],
    [32, 0.785],
    [64, 0.897],
  ]) {
    expect(passing(n)).toBeCloseTo(chance, 3);
  }
});
