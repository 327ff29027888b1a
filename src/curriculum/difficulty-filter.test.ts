import { expect, it } from 'vitest';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { bandAround, inBand } from './environment-reward.ts';

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
