import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advantageScale, lossVariants } from '../genenv/epoch-settings.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { assess, groupAdvantages, mixedGroupProbability, weigh } from './curriculum.ts';
import {
  bandAround,
  environmentReward,
  inBand,
  normaliseWeights,
  regressionWeight,
  scopesOf,
  successRate,
} from './environment-reward.ts';

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

it('rewards verdicts and comparisons, and counts successes of each task', () => {
  const { rewards, counts, advantages } = assess({
    rollouts: [
      { rule: 'given', reward: 0.25 },
      { rule: 'exact-match', answer: [1, 2], reference: [1, 2] },
      { rule: 'exact-match', answer: [1], reference: [1, 2] },
      { rule: 'token-f1', answer: [5, 5, 7], reference: [5, 7, 7] },
    ],
    groupSizes: [1, 3],
    successThreshold: 2 / 3,
    scale: { scale: 'none', epsilon: 0 },
  });
  expect(rewards).toEqual([0.25, 1, 0, 2 / 3]);
  expect(counts).toEqual([
    { k: 0, n: 1 },
    { k: 2, n: 3 },
  ]);
  expect(advantages[0]).toBe(0);
  expect(advantages.slice(1).reduce((sum, advantage) => sum + advantage, 0)).toBeCloseTo(0, 12);
});

it('takes p̂ over tasks that share a scope, and weighs what is kept and own', () => {
  const { scopes, rewards, kept, weights } = weigh({
    counts: [
      { k: 4, n: 8 },
      { k: 0, n: 8 },
      { k: 8, n: 8 },
      { k: 4, n: 8 },
    ],
    scopeOf: [0, 0, 1, 2],
    reward: { kind: 'alpha', alpha: 0.5, beta: 8 },
    penalties: [0, 0, 0, 0],
    band: { low: 0.24, high: 0.76 },
    lambda: 2,
    own: [true, true, true, false],
  });
  expect(scopes).toEqual([
    { k: 4, n: 16 },
    { k: 4, n: 16 },
    { k: 8, n: 8 },
    { k: 4, n: 8 },
  ]);
  expect(rewards[0]).toBeCloseTo(Math.exp(-0.5), 12);
  expect(kept).toEqual([true, true, false, true]);
  expect(weights[1]).toBeCloseTo(Math.exp(2 * Math.exp(-0.5)), 12);
  expect(weights.slice(2)).toEqual([0, 0]);
});

const rewards = [1, 0, 0, 0];

it('centres: Dr. GRPO', () => {
  expect(groupAdvantages(rewards, lossVariants.dr_grpo)).toEqual([0.75, -0.25, -0.25, -0.25]);
});

it('divides by σ with ddof 1 = .5: TRL and verl', () => {
  for (const [variant, epsilon] of [
    ['grpo', 1e-4],
    ['dapo', 1e-4],
    ['token-mean', 1e-6],
  ] as const) {
    const advantages = groupAdvantages(rewards, lossVariants[variant]);
    expect(advantages[0]).toBeCloseTo(0.75 / (0.5 + epsilon), 12);
    expect(advantages[1]).toBeCloseTo(-0.25 / (0.5 + epsilon), 12);
  }
});

it('divides by σ with ddof 0 = .433: DeepSeekMath', () => {
  const advantages = groupAdvantages(rewards, { scale: 'population', epsilon: 0 });
  expect(advantages[0]).toBeCloseTo(1.732, 3);
  expect(advantages[1]).toBeCloseTo(-0.577, 3);
});

it('is 0 where all rewards are equal, whatever rounding does to their mean', () => {
  expect(groupAdvantages([0.1, 0.1, 0.1], { scale: 'population', epsilon: 0 })).toEqual([0, 0, 0]);
  expect(groupAdvantages([1], lossVariants.grpo)).toEqual([0]);
});

it('sums to 0', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 32 }), (group) => {
      const sum = groupAdvantages(group, lossVariants.grpo).reduce((total, value) => total + value, 0);
      expect(Math.abs(sum)).toBeLessThan(1e-9);
    }),
  );
});

it('takes the scale from the settings where they name one', () => {
  expect(advantageScale({ lossVariant: 'token-mean', advantageScale: 'variant' })).toBe(lossVariants['token-mean']);
  expect(advantageScale({ lossVariant: 'dr_grpo', advantageScale: 'population' })).toEqual({
    scale: 'population',
    epsilon: 1e-4,
  });
});

it('has a mixed group with probability 1 − pᴳ − (1 − p)ᴳ', () => {
  expect(mixedGroupProbability(0.5, 4)).toBe(0.875);
  expect(mixedGroupProbability(0, 8)).toBe(0);
});
