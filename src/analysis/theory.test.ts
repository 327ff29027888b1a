import { binomialDistribution } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { binomial, expectedSquaredAdvantage, misrankBound, misrankProbability } from './theory.ts';
import { environmentReward } from '../curriculum/environment-reward.ts';

describe('the binomial distribution', () => {
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
});

describe('the mean squared advantage', () => {
  const rates = [0, 0.1, 0.25, 0.5, 0.8, 1];
  const mixedGroupProbability = (p: number, groupSize: number): number => 1 - p ** groupSize - (1 - p) ** groupSize;

  it('keeps p(1 − p) without σ, and only P(mixed group) with it', () => {
    for (const groupSize of [2, 8, 16])
      for (const p of rates) {
        const centred = expectedSquaredAdvantage(p, groupSize, { scale: 'none', epsilon: 0 });
        const scaled = expectedSquaredAdvantage(p, groupSize, { scale: 'population', epsilon: 0 });
        const sample = expectedSquaredAdvantage(p, groupSize, { scale: 'sample', epsilon: 0 });
        expect(centred).toBeCloseTo((p * (1 - p) * (groupSize - 1)) / groupSize, 12);
        expect(scaled).toBeCloseTo(mixedGroupProbability(p, groupSize), 12);
        expect(sample).toBeCloseTo((scaled * (groupSize - 1)) / groupSize, 12);
      }
  });
});

describe('Theorem 1', () => {
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
    // Sum over all outcomes of two small batches of different size, with R_env itself.
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
});
