/** @file Theorem 1 in known numbers, by the reward itself, and in simulation. */
import { expect, it } from 'vitest';
import { environmentReward } from '../../curriculum/environment-reward.ts';
import { binomial, misrankBound, misrankProbability, simulateMisrank } from '../theory.ts';

const closer = (n: number) => ({ p: 0.5, n });
const farther = (n: number) => ({ p: 0.1, n });

it('has the known probabilities and bounds at p = .5 and .1', () => {
  for (const [n, exact, bound, digits] of [
    [8, 0.102, 3.01, 3],
    [16, 0.013, 2.26, 3],
    [32, 0.0003, 1.28, 4],
  ]) {
    expect(misrankProbability(closer(n), farther(n), 0.5)).toBeCloseTo(exact, digits);
    expect(misrankBound(closer(n), farther(n), 0.5)).toBeCloseTo(bound, 2);
  }
});

it('is about the ranking of R_env, whatever β', () => {
  // All outcomes of two small batches of different size, through the reward itself.
  for (const beta of [2, 8]) {
    let total = 0;
    const [first, second] = [binomial(4, 0.4), binomial(6, 0.9)];
    first.forEach((p1, k1) =>
      second.forEach((p2, k2) => {
        if (environmentReward(k1 / 4, 0.5, beta) <= environmentReward(k2 / 6, 0.5, beta) + 1e-12) total += p1 * p2;
      }),
    );
    expect(misrankProbability({ p: 0.4, n: 4 }, { p: 0.9, n: 6 }, 0.5)).toBeCloseTo(total, 12);
  }
});

it('holds wherever it says something', () => {
  for (const p of [0.05, 0.1, 0.2, 0.35])
    for (const n of [16, 64, 200]) {
      const exact = misrankProbability(closer(n), { p, n }, 0.5);
      expect(exact).toBeLessThanOrEqual(misrankBound(closer(n), { p, n }, 0.5));
    }
});

it('is what a seeded simulation finds, the same one every time', () => {
  const options = { trials: 4000, seed: 3 };
  const { misranked, trials } = simulateMisrank(closer(8), farther(8), 0.5, options);
  const exact = misrankProbability(closer(8), farther(8), 0.5);
  // Five standard errors.
  expect(Math.abs(misranked / trials - exact)).toBeLessThan(5 * Math.sqrt((exact * (1 - exact)) / trials));
  expect(simulateMisrank(closer(8), farther(8), 0.5, options)).toEqual({ misranked, trials });
  expect(simulateMisrank(closer(8), farther(8), 0.5, { ...options, seed: 4 })).not.toEqual({ misranked, trials });
});
