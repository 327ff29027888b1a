/**
 * @file Places the handles of R_env's curve, and finds the value that a pointer or a key asks for. A handle takes the
 * values of its setting's slider, and goes to the value whose place is nearest to the pointer. So it stays under the
 * pointer even if its places form no line: an α that follows the agent, or a shoulder beyond p̂ = 1.
 */
import { clamp } from '../../../../common/clamp.ts';
import { rewardOf } from '../../../../curriculum/environment-reward.ts';
import { setting, type Settings } from '../../../../genenv/settings/settings.ts';
import type { NumberSetting } from '../../../../genenv/settings/setting-kinds.ts';
import { sliderScale } from '../settings/slider-scale.ts';
import type { FilterScale } from './filter-scale.ts';

/** Lists the peak, an edge of the band, and the shoulder, which is the curve at half its height. */
export const CURVE_HANDLES = ['alpha', 'kMin', 'beta'] as const;
export type CurveHandle = (typeof CURVE_HANDLES)[number];

export type CurveSettings = Pick<Settings, CurveHandle>;

/** Says whether something is left or right of the peak. */
export type Side = -1 | 1;

/** Is measured in pixels of the plot. */
export interface Point {
  x: number;
  y: number;
}

export function handleValues(name: CurveHandle): number[] {
  const { minimum, maximum, step } = sliderScale(setting(name) as NumberSetting)!;
  // Multiplying a step leaves rounding errors: 3 · 0.05 is 0.15000000000000002.
  return Array.from({ length: Math.round((maximum - minimum) / step) + 1 }, (_, i) =>
    Number((minimum + i * step).toFixed(9)),
  );
}

/**
 * Returns the place of a handle. An edge of the band may lie beyond the plot. If the curve is above ½ up to the end of
 * the plot, the shoulder is the end of the curve.
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

/** Returns the value whose place (`pointOf`) is nearest to the pointer; if several are, the nearest to `present`. */
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
