/**
 * @file Places the thumb of a setting's slider by the value, or by its logarithm if the values go over powers of ten. A
 * value beyond the ends, which can be typed, has its thumb at the end.
 */
import { clamp } from '../../../../common/clamp.ts';
import type { NumberSetting, SliderRange } from '../../../../genenv/settings/setting-kinds.ts';

export interface SliderScale {
  minimum: number;
  maximum: number;
  step: number;
  positionOf(value: number): number;
  valueAt(position: number): number;
}

/** Divides a power of ten into these steps: 1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 7.9, 10. */
const STEPS_IN_TEN = 10;
/** With more steps, one step is finer than a thumb can be moved. */
const MOST_STEPS = 100.5;

/** Returns null if no slider helps, because the values are too many and the row names no part of them. */
export function sliderScale(row: NumberSetting): SliderScale | null {
  const { minimum, maximum, logarithmic }: SliderRange = row.slider ?? { minimum: row.minimum, maximum: row.maximum };
  if (logarithmic) {
    const steps = Math.round(STEPS_IN_TEN * Math.log10(maximum / minimum));
    return {
      minimum: 0,
      maximum: steps,
      step: 1,
      positionOf: (value) => STEPS_IN_TEN * Math.log10(clamp(value, minimum, maximum) / minimum),
      valueAt: (position) => Number((minimum * 10 ** (position / STEPS_IN_TEN)).toPrecision(2)),
    };
  }
  if (maximum - minimum > MOST_STEPS * row.step) return null;
  return {
    minimum,
    maximum,
    step: row.step,
    positionOf: (value) => clamp(value, minimum, maximum),
    valueAt: (position) => position,
  };
}
