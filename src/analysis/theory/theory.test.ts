import { binomialDistribution } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { mixedGroupProbability } from '../../genenv/curriculum/advantages.ts';
import { environmentReward } from '../../genenv/curriculum/environment-reward.ts';
import { headlessDocument } from '../../figures/headless-document.ts';
import { proposition1 } from '../../figures/proposition-1.ts';
import { figureSvg } from '../../figures/render.ts';
import { defaultTheorem1, theorem1 } from '../../figures/theorem-1.ts';
import { binomial } from './binomial.ts';
import { expectedSquaredAdvantage, gradientSignal } from './proposition-1.ts';
import { misrankBound, misrankProbability, simulateMisrank } from './theorem-1.ts';

const rates = [0, 0.1, 0.25, 0.5, 0.8, 1];

describe('the binomial distribution', () => {
  it('agrees with simple-statistics, which leaves out the last tail', () => {
    const ours = binomial(12, 0.3);
    binomialDistribution(12, 0.3)!.forEach((probability, k) => expect(ours[k]).toBeCloseTo(probability, 12));
    expect(binomial(2, 0.5)).toEqual([0.25, expect.closeTo(0.5, 14), expect.closeTo(0.25, 14)]);
  });

  it('adds up to 1, also for thousands of trials and certain outcomes', () => {
    for (const p of rates)
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
});

describe('proposition 1', () => {
  it('is p(1 − p) times something between the score norms', () => {
    for (const p of rates) {
      const signal = gradientSignal(p, 3, 5);
      expect(signal).toBeGreaterThanOrEqual(3 * p * (1 - p));
      expect(signal).toBeLessThanOrEqual(5 * p * (1 - p));
      // E[(r − p)² s] over r, as it is written.
      expect(signal).toBeCloseTo(p * (1 - p) ** 2 * 3 + (1 - p) * p ** 2 * 5, 12);
    }
  });

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

describe('theorem 1', () => {
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
});

describe('the theory’s figures', () => {
  it('are drawn from the numbers above', () => {
    const rows = theorem1({ ...defaultTheorem1, trials: 500 }).rows;
    expect(rows.find(({ n }) => n === 16)).toMatchObject({
      exact: expect.closeTo(0.013, 3),
      bound: expect.closeTo(2.26, 2),
    });
    expect(() => theorem1({ ...defaultTheorem1, closer: 0.1, farther: 0.5 })).toThrow('Exchange them.');
    const half = proposition1(8).rows.find(({ p }) => p === 0.5);
    expect(half).toMatchObject({ centred: expect.closeTo(7 / 32, 12), mixed: expect.closeTo(1 - 2 / 256, 12) });
  });

  it('are the same bytes every time, with their parameters inside', () => {
    for (const figure of [theorem1({ ...defaultTheorem1, trials: 500 }), proposition1(8)]) {
      const svg = figureSvg(figure, headlessDocument());
      expect(figureSvg(figure, headlessDocument())).toBe(svg);
      expect(svg).not.toContain('NaN');
      expect(svg).toContain(figure.id === 'theorem-1' ? '"trials":500' : '"groupSize":8');
    }
  });
});
