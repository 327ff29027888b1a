/**
 * @file The difficulty filter (GenEnv, §3): a task batch with |p̂ − α| > k_min is left out of the environment's update,
 * and only of that. The inequality is strict: with α = .5 and k_min = .1, 4 of 10 and 6 of 10 stay.
 */
import type { SuccessCount } from './success.ts';

/** Much smaller than the distance between two counts, and much larger than rounding errors. */
export const TOLERANCE = 1e-9;

/** Whether a task stays: |k − αn| ≤ k_min·n, on counts because the quotients are not exact. */
export const inBand = ({ k, n }: SuccessCount, alpha: number, kMin: number): boolean =>
  Math.abs(k - alpha * n) <= (kMin + TOLERANCE) * n;
