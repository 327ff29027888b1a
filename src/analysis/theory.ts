/** @file Computes what the theory page shows from the paper: success counts, Proposition 1 and Theorem 1. */
import { type AdvantageScale, groupAdvantages } from '../curriculum/curriculum.ts';

/** Returns P(k successes in n trials) for k = 0…n, with success rate p. Logarithms avoid early underflow. */
export function binomial(n: number, p: number): number[] {
  if (p <= 0 || p >= 1) return Array.from({ length: n + 1 }, (_, k) => (k === (p >= 1 ? n : 0) ? 1 : 0));
  const [logP, logQ] = [Math.log(p), Math.log1p(-p)];
  let logChoose = 0;
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) logChoose += Math.log((n - k + 1) / k);
    return Math.exp(logChoose + k * logP + (n - k) * logQ);
  });
}

/**
 * Returns the expected squared advantage of a rollout in a group of G. E‖g‖² is proportional to it if all rollouts have
 * equal ‖∇log π‖. The sum over the number of successes makes it exact. Without scale it is p(1 − p)(G − 1)/G. With
 * division by the population σ it is P(mixed group).
 *
 * Proposition 1 (GenEnv, arXiv 2512.19682) says: for g = (r − p)∇log π with reward r ∈ {0, 1} and success rate p,
 * C_min·p(1 − p) ≤ E‖g‖² ≤ C_max·p(1 − p). The signal is largest at p = ½. GRPO divides by the group's standard
 * deviation, which cancels p(1 − p). The chance that a group is mixed remains, and is nearly flat in the middle.
 */
export function expectedSquaredAdvantage(p: number, groupSize: number, scale: AdvantageScale): number {
  return binomial(groupSize, p).reduce((sum, probability, successes) => {
    const rewards = Array.from({ length: groupSize }, (_, i) => (i < successes ? 1 : 0));
    const squares = groupAdvantages(rewards, scale).reduce((total, advantage) => total + advantage * advantage, 0);
    return sum + (probability * squares) / groupSize;
  }, 0);
}

/** A task batch with its true success rate p, and the n rollouts over which p̂ is taken. */
interface Batch {
  p: number;
  n: number;
}

/** Distances from α that differ by less than this count as equal, because they are rounded. */
const TOLERANCE = 1e-9;

/**
 * Returns Pr(R_env(p̂₁) ≤ R_env(p̂₂)), exact to rounding. R_env falls with |p̂ − α| for any β, so |p̂ᵢ − α| decides the
 * ranking. Since p̂ᵢ = kᵢ/nᵢ with binomial kᵢ, the probability can be summed. It shows how loose Theorem 1's bound is.
 */
export function misrankProbability(closer: Batch, farther: Batch, alpha: number): number {
  const [first, second] = [binomial(closer.n, closer.p), binomial(farther.n, farther.p)];
  let total = 0;
  first.forEach((probability1, k1) =>
    second.forEach((probability2, k2) => {
      const [distance1, distance2] = [Math.abs(k1 / closer.n - alpha), Math.abs(k2 / farther.n - alpha)];
      if (distance1 >= distance2 - TOLERANCE) total += probability1 * probability2;
    }),
  );
  return total;
}

/**
 * Returns the upper bound of Theorem 1 (GenEnv, arXiv 2512.19682). A bound above 1 says nothing. Two task batches have
 * true success p₁ and p₂, with Δᵢ = |pᵢ − α| and Δ₁ < Δ₂. R_env ranks the wrong batch first with probability at most
 * 4·exp(−(2/9)(Δ₂ − Δ₁)²·min(n₁, n₂)).
 */
export function misrankBound(closer: Batch, farther: Batch, alpha: number): number {
  const gap = Math.abs(farther.p - alpha) - Math.abs(closer.p - alpha);
  return 4 * Math.exp((-2 / 9) * gap ** 2 * Math.min(closer.n, farther.n));
}

/** Numbers that the figure of Theorem 1 is drawn for. */
export interface Theorem1Question {
  /** Actual success rates of the batch whose rate is closer to α, and of the other batch. */
  closer: number;
  farther: number;
  alpha: number;
  /** β of R_env = exp(−β(p̂ − α)²). The ranking does not depend on it. */
  beta: number;
  /** Number of rollouts per batch in the drawn distribution of p̂. */
  rollouts: number;
  /** Numbers of rollouts per batch at which curves have points, besides `rollouts`. */
  n: readonly number[];
}

export const defaultTheorem1: Theorem1Question = {
  closer: 0.5,
  farther: 0.1,
  alpha: 0.5,
  beta: 2,
  rollouts: 8,
  n: [4, 8, 16, 32, 64, 128],
};
