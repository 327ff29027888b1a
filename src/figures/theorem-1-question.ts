/** @file The parameters that can be changed in the figure of Theorem 1. */
export interface Theorem1Question {
  /** True success of the batch closer to α and of the one farther away. */
  closer: number;
  farther: number;
  alpha: number;
  /** β of R_env = exp(−β(p̂ − α)²); the ranking does not depend on it. */
  beta: number;
  /** Rollouts per batch whose distribution of p̂ is drawn. */
  rollouts: number;
  /** Rollouts per batch along the curves, besides `rollouts`. */
  n: readonly number[];
  trials: number;
  seed: number;
}

export const defaultTheorem1: Theorem1Question = {
  closer: 0.5,
  farther: 0.1,
  alpha: 0.5,
  beta: 2,
  rollouts: 8,
  n: [4, 8, 16, 32, 64, 128],
  trials: 4000,
  seed: 1,
};
