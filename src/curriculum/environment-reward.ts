/**
 * @file The environment's reward of a success rate p̂, and the neighbours' rewards in the same shape.
 *
 * - `alpha`, the α-curriculum (GenEnv, §3): R_env(p̂) = exp(−β (p̂ − α)²). It is largest, 1, where the agent succeeds at the
 *   rate α, for which the paper takes ½ (Proposition 1: the learning signal is proportional to p(1 − p)).
 * - `uncertainty` (R-Zero, Huang et al. 2025, arXiv 2508.05004): 1 − 2|p̂ − ½| = 2·min(p̂, 1 − p̂).
 * - `failure-rate` (Absolute Zero, Zhao et al. 2025, arXiv 2505.03335): 1 − p̂, and 0 where p̂ = 0. Absolute Zero calls it
 *   learnability, which in other papers means p̂(1 − p̂).
 * - `sometimes` (SQLM, Chen et al. 2025, arXiv 2508.03682): 1 where 0 < p̂ < 1, else 0.
 */

export const rewardKinds = ['alpha', 'uncertainty', 'failure-rate', 'sometimes'] as const;
export type RewardKind = (typeof rewardKinds)[number];

/** R_env of the α-curriculum. */
export const environmentReward = (successRate: number, alpha: number, beta: number): number =>
  Math.exp(-beta * (successRate - alpha) ** 2);

export interface RewardSettings {
  kind: RewardKind;
  alpha: number;
  beta: number;
}

const rewards: Readonly<Record<RewardKind, (successRate: number, settings: RewardSettings) => number>> = {
  alpha: (successRate, { alpha, beta }) => environmentReward(successRate, alpha, beta),
  uncertainty: (successRate) => 2 * Math.min(successRate, 1 - successRate),
  'failure-rate': (successRate) => (successRate === 0 ? 0 : 1 - successRate),
  sometimes: (successRate) => (successRate > 0 && successRate < 1 ? 1 : 0),
};

/** The reward of any kind. */
export const rewardOf = (successRate: number, settings: RewardSettings): number =>
  rewards[settings.kind](successRate, settings);
