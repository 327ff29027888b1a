/**
 * @file The difficulty filter (GenEnv, §3): a task batch with |p̂ − α| > k_min is left out of the environment's update,
 * and only of that. The inequality is strict: with α = .5 and k_min = .1, 4 of 10 and 6 of 10 stay.
 */
import type { SuccessCount } from '../events.ts';
import type { FilterReason } from '../reasons.ts';
import { successRate } from './success.ts';

/** Far below the distance between two counts, far above rounding. */
export const TOLERANCE = 1e-9;

/** Whether a task stays: |k − αn| ≤ k_min·n, on counts because the quotients are not exact. */
export const inBand = ({ k, n }: SuccessCount, alpha: number, kMin: number): boolean =>
  Math.abs(k - alpha * n) <= (kMin + TOLERANCE) * n;

/** Why a task stays or is left out. */
export const bandReason = (count: SuccessCount, alpha: number, kMin: number): FilterReason => ({
  code: inBand(count, alpha, kMin) ? 'within-band' : 'outside-band',
  ...count,
  distance: Math.abs(successRate(count) - alpha),
  kMin,
});
