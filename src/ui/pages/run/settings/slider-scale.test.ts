import { expect, it } from 'vitest';
import { setting } from '../../../../genenv/settings/settings.ts';
import type { NumberSetting } from '../../../../genenv/settings/setting-kinds.ts';
import { KNOBS } from './tuning.ts';
import { sliderScale } from './slider-scale.ts';

const scaleOf = (name: Parameters<typeof setting>[0]) => sliderScale(setting(name) as NumberSetting);

it('is there for each knob, and for no seed', () => {
  expect(KNOBS.filter((name) => !scaleOf(name))).toEqual([]);
  expect(scaleOf('seed')).toBeNull();
});

it('stands on the default and on the published value', () => {
  for (const name of KNOBS) {
    const scale = scaleOf(name);
    const row = setting(name) as NumberSetting;
    if (!scale) continue;
    const values = [row.default, row.published ?? row.default];
    for (const value of values.filter((one) => one <= (row.slider ?? row).maximum))
      expect(scale.valueAt(Math.round(scale.positionOf(value) / scale.step) * scale.step), name).toBeCloseTo(value, 12);
  }
});

it('goes over powers of ten for a learning rate: both ends, two digits', () => {
  const scale = scaleOf('agentLearningRate')!;
  expect([scale.minimum, scale.maximum].map((position) => scale.valueAt(position))).toEqual([1e-7, 0.1]);
  expect(scale.valueAt(scale.positionOf(1e-3) + 3)).toBe(2e-3);
  expect(scale.positionOf(0)).toBe(0);
  expect(scale.positionOf(1)).toBe(scale.maximum);
});

it('has its thumb at the end for a value beyond it', () => {
  expect(scaleOf('beta')!.positionOf(150)).toBe(40);
});
