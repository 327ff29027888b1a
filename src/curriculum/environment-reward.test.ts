import { describe, expect, it } from 'vitest';
import {
  bandAround,
  environmentReward,
  inBand,
  normaliseWeights,
  regressionWeight,
  scopesOf,
  successRate,
} from './environment-reward.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';

it('is largest, 1, at α', () => {
  expect(environmentReward(0.5, 0.5, 8)).toBe(1);
  expect(environmentReward(0.25, 0.5, 8)).toBeCloseTo(Math.exp(-0.5), 12);
});

describe('the difficulty filter', () => {
  it('keeps 2 to 6 of 8 with the discovery preset', () => {
    const { alpha, kMin } = defaultSettings;
    const kept = Array.from({ length: 9 }, (_, k) => k).filter((k) => inBand({ k, n: 8 }, bandAround(alpha, kMin)));
    expect(kept).toEqual([2, 3, 4, 5, 6]);
  });

  it.each([
    [4, 0.375],
    [8, 0.273],
    [16, 0.546],
    [32, 0.785],
    [64, 0.897],
  ])('passes with n = %i rollouts at p = ½ with probability %f', (n, expected) => {
    let passing = 0;
    let choose = 1;
    for (let k = 0; k <= n; k++) {
      if (inBand({ k, n }, bandAround(0.5, 0.1))) passing += choose / 2 ** n;
      choose = (choose * (n - k)) / (k + 1);
    }
    expect(passing).toBeCloseTo(expected, 3);
  });
});

describe('the regression weight', () => {
  const weight = (rate: number, beta: number) => regressionWeight(environmentReward(rate, 0.5, beta), 1);

  it('is nearly flat inside the band: at most 2% with β = 2, k_min = .1', () => {
    expect(weight(0.5, 2) / weight(0.4, 2)).toBeLessThan(1.02);
    expect(weight(0.5, 2) / weight(0.4, 2)).toBeGreaterThan(1.019);
  });

  it('has the ratio 1.48 between p̂ = ½ and 0 at β = 2, and between ½ and .4 at β = 50', () => {
    expect(weight(0.5, 2) / weight(0, 2)).toBeCloseTo(1.48, 2);
    expect(weight(0.5, 50) / weight(0.4, 50)).toBeCloseTo(1.48, 2);
  });

  it('is normalised to a mean of 1', () => {
    const weights = normaliseWeights([1, 2, 3]);
    expect(weights).toEqual([0.5, 1, 1.5]);
  });
});

describe('success counts', () => {
  it('shares counts over a task, its task batch, or the epoch', () => {
    const batches = [3, 3, 5];
    expect(scopesOf(batches, 'task')).toEqual([0, 1, 2]);
    expect(scopesOf(batches, 'batch')).toEqual([3, 3, 5]);
    expect(scopesOf(batches, 'epoch')).toEqual([0, 0, 0]);
  });

  it('takes the success rate of nothing for 0', () => expect(successRate({ k: 0, n: 0 })).toBe(0));
});
