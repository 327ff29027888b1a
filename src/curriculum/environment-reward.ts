/**
 * @file The α-curriculum reward of the environment (GenEnv, §3): R_env(p̂) = exp(−β (p̂ − α)²). Its maximum, 1, is at
 * p̂ = α. The paper sets α = ½, where the gradient signal is largest by its Proposition 1.
 */

export const environmentReward = (successRate: number, alpha: number, beta: number): number =>
  Math.exp(-beta * (successRate - alpha) ** 2);
