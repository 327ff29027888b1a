/**
 * @file The balanced batch of online difficulty filtering (Bae et al. 2025, arXiv 2504.03380): of the groups that were
 * sampled, GRPO learns from those that were solved sometimes but not always, and of these from the ones whose success rate
 * is nearest ½. That paper bounds the improvement of a GRPO step from below by the variance of success, p(1 − p).
 */
import { type SuccessCount, successRate } from './success.ts';

export interface BatchRequest {
  size: number;
  /** The success rate in the middle of the batch. */
  target: number;
}

/** True if a group carries a signal: 0 < p̂ < 1. */
export const isBetween = ({ k, n }: SuccessCount): boolean => k > 0 && k < n;

/**
 * The places of the groups in the batch, ascending: of those with 0 < p̂ < 1 the `size` nearest the target, all of them
 * where there are fewer. Of groups equally near, the one sampled first is taken.
 */
export function balancedBatch(counts: readonly SuccessCount[], { size, target }: BatchRequest): number[] {
  const distance = (place: number) => Math.abs(successRate(counts[place]) - target);
  return counts
    .flatMap((count, place) => (isBetween(count) ? [place] : []))
    .sort((a, b) => distance(a) - distance(b) || a - b)
    .slice(0, size)
    .sort((a, b) => a - b);
}
