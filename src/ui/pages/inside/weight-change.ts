/** @file The change of a tensor since the run began, in a few numbers. */
import type { WeightValues } from '../../../policy/policy.ts';

export interface WeightChange {
  /** The largest |w| before, and now. */
  largestBefore: number;
  largestNow: number;
  largestChange: number;
  /** ‖Δ‖/‖W before‖; 0 where the tensor was zero. */
  relative: number;
  change: Float32Array<ArrayBuffer>;
}

const largest = (values: Float32Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const norm = (values: Float32Array): number => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

export function weightChange(before: WeightValues, now: WeightValues): WeightChange {
  const change = now.data.map((value, i) => value - before.data[i]);
  const size = norm(before.data);
  return {
    largestBefore: largest(before.data),
    largestNow: largest(now.data),
    largestChange: largest(change),
    relative: size === 0 ? 0 : norm(change) / size,
    change,
  };
}
