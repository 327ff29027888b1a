/**
 * @file The posterior of a task's success rate γ after few rollouts, as in MoPPS (Qu et al. 2025, arXiv 2507.04632):
 * γ ~ Beta(a, b), updated by the s successes of n new rollouts with temporal discounting, because the agent changes:
 *
 *   a ← λ·a + (1 − λ)·a₀ + s,   b ← λ·b + (1 − λ)·b₀ + n − s
 *
 * Prior a₀ = b₀ = 1 and λ = ½ as in its published code (verl, recipe/mopps).
 */
import { betaQuantile } from '../../../common/quantiles.ts';
import type { SuccessCount } from '../../../curriculum/success.ts';

export interface SuccessPosterior {
  a: number;
  b: number;
}

export const PRIOR: Readonly<SuccessPosterior> = { a: 1, b: 1 };
const DISCOUNT = 0.5;

const discounted = (value: number, prior: number): number => DISCOUNT * value + (1 - DISCOUNT) * prior;

export const updatedPosterior = ({ a, b }: SuccessPosterior, { k, n }: SuccessCount): SuccessPosterior => ({
  a: discounted(a, PRIOR.a) + k,
  b: discounted(b, PRIOR.b) + (n - k),
});

/** A success rate drawn from the posterior: the quantile of a uniform number in [0, 1). */
export const sampledSuccess = ({ a, b }: SuccessPosterior, uniform: number): number => betaQuantile(uniform, a, b);
