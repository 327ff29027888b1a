import { expect, it } from 'vitest';
import { environmentReward } from './environment-reward.ts';

it('is largest, 1, at α', () => {
  expect(environmentReward(0.5, 0.5, 8)).toBe(1);
  expect(environmentReward(0.25, 0.5, 8)).toBeCloseTo(Math.exp(-0.5), 12);
});
