import { askedShares, barsOf, weightsOf, writtenShares } from './drawn-levels.ts';
import { expect, it } from 'vitest';
import { setting } from '../../../../genenv/settings/settings.ts';
import type { NumberSetting } from '../../../../genenv/settings/setting-kinds.ts';
import { KNOBS } from './tuning.ts';
import { sliderScale, numberTyped } from './slider-scale.ts';

const scaleOf = (name: Parameters<typeof setting>[0]) => sliderScale(setting(name) as NumberSetting);

it('gives each knob a slider, but not the seed', () => {
  expect(KNOBS.filter((name) => !scaleOf(name))).toEqual([]);
  expect(scaleOf('seed')).toBeNull();
});

it('has slider steps at the default and at the published value', () => {
  for (const name of KNOBS) {
    const scale = scaleOf(name);
    const row = setting(name) as NumberSetting;
    if (!scale) continue;
    const values = [row.default, row.paper ?? row.code ?? row.default];
    for (const value of values.filter((one) => one <= (row.slider ?? row).maximum))
      expect(scale.valueAt(Math.round(scale.positionOf(value) / scale.step) * scale.step), name).toBeCloseTo(value, 12);
  }
});

it('makes the slider of a learning rate logarithmic, with two digits', () => {
  const scale = scaleOf('agentLearningRate')!;
  expect([scale.minimum, scale.maximum].map((position) => scale.valueAt(position))).toEqual([1e-7, 0.1]);
  expect(scale.valueAt(scale.positionOf(1e-3) + 3)).toBe(2e-3);
  expect(scale.positionOf(0)).toBe(0);
  expect(scale.positionOf(1)).toBe(scale.maximum);
});

it('puts the thumb at the end for a value outside the range', () => {
  expect(scaleOf('beta')!.positionOf(150)).toBe(40);
});

it('reads a decimal comma as a point, and returns other text unchanged', () => {
  expect(['0,35', ' 8 ', '-1,5', '1e-4', ',5'].map(numberTyped)).toEqual([0.35, 8, -1.5, 1e-4, 0.5]);
  expect(['1,000,5', 'a half', '', '0,'].map(numberTyped)).toEqual(['1,000,5', 'a half', '', '0,']);
});

it('keeps drawn weights, and scales typed weights to the heights of bars', () => {
  expect(barsOf([60, 0, 5], 5)).toEqual([60, 0, 5, 0, 0]);
  expect(barsOf([3, 2, 1], 3)).toEqual([100, 65, 35]);
  expect(barsOf([0, 800], 3)).toEqual([0, 100, 0]);
  expect(barsOf([], 2)).toEqual([0, 0]);
  expect(weightsOf([0, 40, 0, 0])).toEqual([0, 40]);
  expect(weightsOf([0, 0])).toEqual([]);
});

it('averages the shares of levels over families', () => {
  expect(askedShares([50, 50, 100], [3, 2])).toEqual([0.375, 0.375, 0.25]);
  const written = { texts: 10, valid: 8, levels: [6, 2, 0] };
  expect(writtenShares({ one: written, other: { texts: 10, valid: 4, levels: [0, 4] } }, 3)).toEqual([0.375, 0.625, 0]);
  expect(writtenShares({ one: written, silent: { texts: 10, valid: 0, levels: [0, 0] } }, 3)).toEqual([0.75, 0.25, 0]);
});
