/**
 * @file Proposition 1 (GenEnv, arXiv 2512.19682): for g = (r − p)∇log π with reward r ∈ {0, 1} and success rate p,
 * C_min·p(1 − p) ≤ E‖g‖² ≤ C_max·p(1 − p). The signal is largest at p = ½.
 *
 * GRPO divides by the group's standard deviation, which takes the factor p(1 − p) away again. What is left is the chance
 * that a group is mixed, which is nearly flat in the middle. Here both, exactly; gradient-signal.ts measures them.
 */
import { type AdvantageScale, groupAdvantages } from '../../curriculum/advantages.ts';
import { binomial } from './binomial.ts';

/**
 * The mean squared advantage of a rollout in a group of G, expected over groups: what E‖g‖² is in proportion to where
 * all rollouts have the same ‖∇log π‖. Exact, by summing over the number of successes.
 * Without scale p(1 − p)(G − 1)/G; divided by the population σ it is P(mixed group).
 */
export function expectedSquaredAdvantage(p: number, groupSize: number, scale: AdvantageScale): number {
  return binomial(groupSize, p).reduce((sum, probability, successes) => {
    const rewards = Array.from({ length: groupSize }, (_, i) => (i < successes ? 1 : 0));
    const squares = groupAdvantages(rewards, scale).reduce((total, advantage) => total + advantage * advantage, 0);
    return sum + (probability * squares) / groupSize;
  }, 0);
}
