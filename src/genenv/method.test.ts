import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advantageScale, groupAdvantages, lossVariants, mixedGroupProbability } from './curriculum/advantages.ts';
import { filterReason, inBand, passProbability } from './curriculum/difficulty-filter.ts';
import { environmentReward } from './curriculum/environment-reward.ts';
import { presetNames, presetSettings } from './settings/presets.ts';
import { normaliseWeights, regressionWeight } from './curriculum/regression-weights.ts';
import { defaultSettings, diffFromDefaults, parseSettings } from './settings/settings.ts';
import { scopeCounts, successRate } from './curriculum/success.ts';

describe('group advantages', () => {
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
});

describe('empirical success', () => {
  const tasks = [
    { batch: 0, count: { k: 4, n: 8 } },
    { batch: 0, count: { k: 0, n: 8 } },
    { batch: 1, count: { k: 8, n: 8 } },
  ];

  it('pools counts over task, task batch or epoch', () => {
    expect(scopeCounts(tasks, 'task').map(({ k }) => k)).toEqual([4, 0, 8]);
    expect(scopeCounts(tasks, 'batch')).toEqual([
      { k: 4, n: 16 },
      { k: 4, n: 16 },
      { k: 8, n: 8 },
    ]);
    expect(scopeCounts(tasks, 'epoch').map(successRate)).toEqual([0.5, 0.5, 0.5]);
  });

  it('is 0 of nothing', () => expect(successRate({ k: 0, n: 0 })).toBe(0));
});

describe('difficulty filter', () => {
  it('keeps 4 of 10 and 6 of 10 at k_min = .1: the inequality is strict', () => {
    const kept = Array.from({ length: 11 }, (_, k) => k).filter((k) => inBand({ k, n: 10 }, 0.5, 0.1));
    expect(kept).toEqual([4, 5, 6]);
  });

  it('compares counts: no n and no k on the edge is lost to rounding', () => {
    for (const n of [5, 10, 20, 30, 50, 70, 90, 110, 1000]) {
      expect(inBand({ k: Math.round(0.4 * n), n }, 0.5, 0.1)).toBe(true);
      expect(inBand({ k: Math.round(0.6 * n), n }, 0.5, 0.1)).toBe(true);
      expect(inBand({ k: Math.round(0.4 * n) - 1, n }, 0.5, 0.1)).toBe(false);
    }
  });

  it('keeps 2 to 6 of 8 with the discovery preset', () => {
    const { alpha, kMin } = defaultSettings;
    const kept = Array.from({ length: 9 }, (_, k) => k).filter((k) => inBand({ k, n: 8 }, alpha, kMin));
    expect(kept).toEqual([2, 3, 4, 5, 6]);
  });

  it.each([
    [4, 0.375],
    [8, 0.273],
    [16, 0.546],
    [32, 0.785],
    [64, 0.897],
  ])('passes with n = %i rollouts at p = ½ with probability %f', (n, expected) => {
    expect(passProbability(0.5, n, 0.5, 0.1)).toBeCloseTo(expected, 3);
  });

  it('explains itself with the numbers of the task', () => {
    expect(filterReason({ k: 1, n: 8 }, 0.5, 0.26)).toBe('p̂ = 1/8: |p̂ − α| = 0.375 > k_min = 0.26.');
    expect(filterReason({ k: 4, n: 8 }, 0.5, 0.1)).toBe('p̂ = 4/8: |p̂ − α| = 0.000 ≤ k_min = 0.1.');
  });
});

describe('environment reward and regression weights', () => {
  const weight = (rate: number, beta: number) => regressionWeight(environmentReward(rate, 0.5, beta), 1);

  it('is largest, 1, at α', () => {
    expect(environmentReward(0.5, 0.5, 8)).toBe(1);
    expect(environmentReward(0.25, 0.5, 8)).toBeCloseTo(Math.exp(-0.5), 12);
  });

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

describe('presets', () => {
  it.each(presetNames)('%s is complete, valid and restored from its differences', (name) => {
    const settings = presetSettings(name);
    expect(settings.preset).toBe(name);
    expect(parseSettings(diffFromDefaults(settings))).toEqual(settings);
  });

  it('discovery is the default', () => expect(diffFromDefaults(presetSettings('discovery'))).toEqual({}));

  it('paper has what the paper and its code fix', () => {
    expect(presetSettings('paper')).toMatchObject({
      epochs: 10,
      alpha: 0.5,
      beta: 2,
      kMin: 0.1,
      lambda: 1,
      tasksPerEpoch: 64,
      groupSize: 8,
      successScope: 'batch',
      agentLearningRate: 1e-6,
      environmentLearningRate: 5e-7,
      agentKlWeight: 0.001,
      entropyWeight: 0.001,
      clipLow: 0.2,
    });
  });
});
