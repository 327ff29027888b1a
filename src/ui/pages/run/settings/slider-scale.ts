/**
 * @file Maps a setting's value to a slider. The scale is logarithmic if the values span powers of ten.
 * A typed value may lie outside the slider; the thumb is then at the end.
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

/** Steps per power of ten: 1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 7.9, 10. */
const STEPS_IN_TEN = 10;
/** With more steps, a hand cannot move the thumb by one step. */
const MOST_STEPS = 100.5;

/** Returns null if the values are too many for a slider and the setting defines no smaller range. */
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
