/**
 * @file The α-curriculum reward of the environment (GenEnv, §3): R_env(p̂) = exp(−β (p̂ − α)²). It is largest, 1, where
 * the agent succeeds at the rate α, for which the paper takes ½: there Proposition 1 finds the largest gradient signal.
 */

export const environmentReward = (successRate: number, alpha: number, beta: number): number =>
  Math.exp(-beta * (successRate - alpha) ** 2);
