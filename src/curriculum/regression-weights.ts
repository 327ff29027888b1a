/** @file Weights of the environment's reward-weighted regression (RWR; GenEnv, §3): w ∝ exp(λ·R_env). */
import { meanOrZero } from '../common/mean.ts';

/** exp(λ·R_env), before normalisation. */
export const regressionWeight = (environmentReward: number, lambda: number): number =>
  Math.exp(lambda * environmentReward);

/** Weights divided by their mean, so that λ changes their contrast and not the step size. */
export function normaliseWeights(weights: readonly number[]): number[] {
  const mean = meanOrZero(weights);
  return weights.map((weight) => weight / mean);
}
