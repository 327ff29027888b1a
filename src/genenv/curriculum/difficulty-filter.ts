/**
 * @file The difficulty filter (GenEnv, §3): a task batch with |p̂ − α| > k_min is left out of the environment's update,
 * and only of that. The inequality is strict: with α = .5 and k_min = .1, 4 of 10 and 6 of 10 stay.
 */
import type { SuccessCount } from '../events.ts';
import { successRate } from './success.ts';

/** Far below the distance between two counts, far above rounding. */
const TOLERANCE = 1e-9;

/** Whether a task stays: |k − αn| ≤ k_min·n, on counts because the quotients are not exact. */
export const inBand = ({ k, n }: SuccessCount, alpha: number, kMin: number): boolean =>
  Math.abs(k - alpha * n) <= (kMin + TOLERANCE) * n;

/** The verdict as a sentence with this task's numbers. */
export function filterReason(count: SuccessCount, alpha: number, kMin: number): string {
  const distance = Math.abs(successRate(count) - alpha).toFixed(3);
  const comparison = inBand(count, alpha, kMin) ? '≤' : '>';
  return `p̂ = ${count.k}/${count.n}: |p̂ − α| = ${distance} ${comparison} k_min = ${kMin}.`;
}

/**
 * The chance that a task passes: Σ over the k in the band of C(n, k) pᵏ (1 − p)ⁿ⁻ᵏ.
 * @param p the agent's true success rate
 * @param n rollouts p̂ is taken over
 */
export function passProbability(p: number, n: number, alpha: number, kMin: number): number {
  let total = 0;
  let choose = 1;
  for (let k = 0; k <= n; k++) {
    if (inBand({ k, n }, alpha, kMin)) total += choose * p ** k * (1 - p) ** (n - k);
    choose = (choose * (n - k)) / (k + 1);
  }
  return total;
}
