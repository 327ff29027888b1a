/**
 * @file Group advantages of GRPO: the rewards of one task's rollouts, centred and perhaps scaled.
 *
 * A_i = (r_i − μ) / (σ + ε). Dividing by σ removes the factor p(1 − p) of Proposition 1; what is left of it is the
 * chance 1 − pᴳ − (1 − p)ᴳ that a group is mixed. Dr. GRPO (Liu et al. 2025) does not divide.
 */
import { meanOrZero } from '../common/mean.ts';

/** The divisor of centred rewards: σ with ddof 1 (`sample`), with ddof 0 (`population`), or nothing. */
export interface AdvantageScale {
  scale: 'sample' | 'population' | 'none';
  /** ε, added to σ. */
  epsilon: number;
}

/** A group carries a policy gradient only if its rewards differ. */
export const isMixed = (rewards: readonly number[]): boolean => rewards.some((reward) => reward !== rewards[0]);

/** μ of a group's rewards, and the σ of a scale; without one, σ with ddof 0. */
export function groupMoments(rewards: readonly number[], scale: AdvantageScale['scale']) {
  const mean = meanOrZero(rewards);
  const squares = rewards.reduce((sum, reward) => sum + (reward - mean) * (reward - mean), 0);
  return { mean, deviation: Math.sqrt(squares / (rewards.length - (scale === 'sample' ? 1 : 0))) };
}

/** @returns advantages of one task's rollouts, in their order; all 0 if the rewards are equal */
export function groupAdvantages(rewards: readonly number[], { scale, epsilon }: AdvantageScale): number[] {
  if (!isMixed(rewards)) return rewards.map(() => 0);
  const { mean, deviation } = groupMoments(rewards, scale);
  return rewards.map((reward) => (scale === 'none' ? reward - mean : (reward - mean) / (deviation + epsilon)));
}

/** P(mixed group) = 1 − pᴳ − (1 − p)ᴳ: the chance that a task gives any signal at success rate p. */
export const mixedGroupProbability = (p: number, groupSize: number): number =>
  1 - p ** groupSize - (1 - p) ** groupSize;
