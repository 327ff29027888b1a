/**
 * @file Places the handles of R_env's curve, and finds the value under the pointer. A handle takes only values of its
 * setting's slider. It moves to the value whose place is nearest to the pointer. Several values may share a place,
 * because α may follow the agent, and the shoulder may end at p̂ = 1.
 */
import { clamp } from '../../../../common/clamp.ts';
import { rewardOf } from '../../../../curriculum/environment-reward.ts';
import { setting, type Settings } from '../../../../genenv/settings/settings.ts';
import type { NumberSetting } from '../../../../genenv/settings/setting-kinds.ts';
import { sliderScale } from '../settings/slider-scale.ts';
import type { FilterScale } from './filter-scale.ts';

/** Settings with a handle: at the peak (α), at an edge of the band (k_min), and at the shoulder, at half height (β). */
export const CURVE_HANDLES = ['alpha', 'kMin', 'beta'] as const;
export type CurveHandle = (typeof CURVE_HANDLES)[number];

export type CurveSettings = Pick<Settings, CurveHandle>;

/** Side of the peak: left (-1) or right (1). */
export type Side = -1 | 1;

/** Place in the plot, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Returns `min`, `max` and `step` of the setting's slider. */
export function handleRange(name: CurveHandle): { min: number; max: number; step: number } {
  const { minimum: min, maximum: max, step } = sliderScale(setting(name) as NumberSetting)!;
  return { min, max, step };
}

export function handleValues(name: CurveHandle): number[] {
  const { min, max, step } = handleRange(name);
  // Multiplying a step leaves rounding errors: 3 · 0.05 is 0.15000000000000002.
  return Array.from({ length: Math.round((max - min) / step) + 1 }, (_, i) => Number((min + i * step).toFixed(9)));
}

/**
 * Returns the place of a handle. An edge of the band may be outside the plot. If the curve stays above ½, the shoulder
 * is at the end of the curve.
 * @param settings with the α of the epoch
 */
export function handlePoint(
  name: CurveHandle,
  { alpha, beta, kMin }: CurveSettings,
  side: Side,
  { x, y, floor }: FilterScale,
): Point {
  switch (name) {
    case 'alpha':
      return { x: x(alpha), y: y(1) };
    case 'kMin':
      return { x: x(alpha + side * kMin), y: floor };
    case 'beta': {
      const rate = clamp(alpha + side * Math.sqrt(Math.LN2 / beta), 0, 1);
      return { x: x(rate), y: y(rewardOf(rate, { kind: 'alpha', alpha, beta })) };
    }
  }
}

/** Returns the value whose place is nearest to the pointer. A tie goes to the value closest to `present`. */
export function valueAt(
  pointer: Point,
  values: readonly number[],
  pointOf: (value: number) => Point,
  present: number,
): number {
  const far = values.map((value) => {
    const { x, y } = pointOf(value);
    return Math.hypot(x - pointer.x, y - pointer.y);
  });
  const least = Math.min(...far) + 1e-6;
  return values
    .filter((_, i) => far[i] <= least)
    .reduce((best, value) => (Math.abs(value - present) < Math.abs(best - present) ? value : best));
}
