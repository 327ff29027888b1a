import { expect, it } from 'vitest';
import { environmentReward, normaliseWeights, regressionWeight } from './environment-reward.ts';

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
