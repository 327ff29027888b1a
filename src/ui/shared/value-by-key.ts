/** @file Gives the keyboard control of custom sliders. */

import { clamp } from '../../common/clamp.ts';

/** Steps per key. Infinity jumps to an end. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Returns the value after a key press, on the slider's steps. Undefined for keys that sliders do not use. */
export function valueByKey(key: string, values: readonly number[], present: number): number | undefined {
  const steps = KEY_STEPS[key];
  if (steps === undefined) return undefined;
  const up = steps > 0;
  const next = up ? values.findIndex((value) => value > present) : values.findLastIndex((value) => value < present);
  if (next < 0) return up ? values.at(-1)! : values[0];
  return values[clamp(next + steps - Math.sign(steps), 0, values.length - 1)];
}
