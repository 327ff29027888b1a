/** @file Maps a setting's value to a slider, and reads typed values. */
import { clamp } from '../../../../common/clamp.ts';
import type { NumberSetting, SliderRange } from '../../../../genenv/settings/setting-kinds.ts';

interface SliderScale {
  minimum: number;
  maximum: number;
  step: number;
  positionOf(value: number): number;
  valueAt(position: number): number;
}

/** Number of steps per power of ten. The values are 1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 7.9 and 10. */
const STEPS_IN_TEN = 10;
/** Maximum number of steps: 100, and a margin for rounding. With more, a hand cannot move the thumb by one step. */
const MOST_STEPS = 100.5;

/**
 * Returns the scale of a setting's slider. If a typed value is outside the range, the thumb is at the end. Returns null
 * if a linear range has too many values for a slider.
 */
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

/** Reads a typed number with a decimal point or comma. Returns other text unchanged, and `checkSetting` refuses it. */
export function numberTyped(typed: string): number | string {
  const plain = typed.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : typed;
}
