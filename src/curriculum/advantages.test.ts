import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupAdvantages, mixedGroupProbability } from './advantages.ts';
import { advantageScale, lossVariants } from '../genenv/epoch-settings.ts';

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
