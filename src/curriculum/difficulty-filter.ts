/**
 * @file The difficulty filter (GenEnv, §3): a task batch with |p̂ − α| > k_min is left out of the environment's update,
 * and only of that. The inequality is strict: with α = .5 and k_min = .1, 4 of 10 and 6 of 10 stay.
 */
import type { SuccessCount } from './success.ts';

/** The success rates that stay, both ends included; decimals of at most nine digits. */
export interface Band {
  low: number;
  high: number;
  /** True if tasks that are solved never or always are left out as well. */
  excludeExtremes?: boolean;
}

/** Rates are compared as whole numbers of 10⁻⁹, because quotients of counts are not exact in floating point. */
export const DECIMAL = 1e9;

/** A rate as a whole number of 10⁻⁹, within 0 and 1. */
export const asDecimal = (rate: number): number => Math.round(Math.min(1, Math.max(0, rate)) * DECIMAL);

/** True if a task stays: low·n ≤ k ≤ high·n in whole numbers, exact for n up to 9 million. */
export const inBand = ({ k, n }: SuccessCount, { low, high, excludeExtremes = false }: Band): boolean =>
  asDecimal(low) * n <= k * DECIMAL && k * DECIMAL <= asDecimal(high) * n && !(excludeExtremes && (k === 0 || k === n));

/** The numbers of successes in n rollouts that stay, ascending. */
export const passingCounts = (n: number, band: Band): number[] =>
  Array.from({ length: n + 1 }, (_, k) => k).filter((k) => inBand({ k, n }, band));

/** |p̂ − α| ≤ k_min as a band. */
export const bandAround = (alpha: number, kMin: number): Band => ({ low: alpha - kMin, high: alpha + kMin });
