/**
 * @file Group advantages of GRPO: the rewards of one task's rollouts, centred and perhaps scaled, and the published
 * variants of GRPO as data.
 *
 * A_i = (r_i − μ) / (σ + ε). Dividing by σ removes the factor p(1 − p) of Proposition 1; what is left of it is the
 * chance 1 − pᴳ − (1 − p)ᴳ that a group is mixed. Dr. GRPO (Liu et al. 2025) does not divide.
 */
import { meanOrZero } from '../../common/mean.ts';
import type { LossAggregation } from '../../objectives/objective.ts';
import type { Settings } from '../settings/settings.ts';

/** What centred rewards are divided by: σ with ddof 1 (`sample`), with ddof 0 (`population`), or nothing. */
export interface AdvantageScale {
  scale: 'sample' | 'population' | 'none';
  /** ε, added to σ. */
  epsilon: number;
}

export interface LossVariant extends AdvantageScale {
  aggregation: LossAggregation;
  /** Clip bounds its authors recommend; the settings decide. */
  clipLow: number;
  clipHigh: number;
  dualClip: number;
}

/** Names and values as in TRL (`grpo`, `dapo`, `dr_grpo`) and verl (`token-mean`). */
export const lossVariants: Readonly<Record<Settings['lossVariant'], LossVariant>> = {
  grpo: { scale: 'sample', epsilon: 1e-4, aggregation: 'sequence-mean', clipLow: 0.2, clipHigh: 0.2, dualClip: 0 },
  dapo: { scale: 'sample', epsilon: 1e-4, aggregation: 'token-mean', clipLow: 0.2, clipHigh: 0.28, dualClip: 0 },
  'token-mean': { scale: 'sample', epsilon: 1e-6, aggregation: 'token-mean', clipLow: 0.2, clipHigh: 0.2, dualClip: 3 },
  dr_grpo: { scale: 'none', epsilon: 0, aggregation: 'constant-length', clipLow: 0.2, clipHigh: 0.2, dualClip: 0 },
};

/** How advantages are scaled under these settings: as the loss variant does, unless `advantageScale` says otherwise. */
export function advantageScale(settings: Pick<Settings, 'lossVariant' | 'advantageScale'>): AdvantageScale {
  const variant = lossVariants[settings.lossVariant];
  if (settings.advantageScale === 'variant') return variant;
  // The ε of Dr. GRPO is 0, which would divide by zero.
  return { scale: settings.advantageScale, epsilon: variant.epsilon || 1e-4 };
}

/** A group carries a policy gradient only where its rewards differ. */
export const isMixed = (rewards: readonly number[]): boolean => rewards.some((reward) => reward !== rewards[0]);

/**
 * @param rewards of the rollouts of one task, G of them
 * @returns advantages in the same order; all 0 where the rewards are equal
 */
export function groupAdvantages(rewards: readonly number[], { scale, epsilon }: AdvantageScale): number[] {
  if (!isMixed(rewards)) return rewards.map(() => 0);
  const mean = meanOrZero(rewards);
  const centred = rewards.map((reward) => reward - mean);
  if (scale === 'none') return centred;
  const squares = centred.reduce((sum, value) => sum + value * value, 0);
  const deviation = Math.sqrt(squares / (rewards.length - (scale === 'sample' ? 1 : 0)));
  return centred.map((value) => value / (deviation + epsilon));
}

/** P(mixed group) = 1 − pᴳ − (1 − p)ᴳ: the chance that a task gives any signal at success rate p. */
export const mixedGroupProbability = (p: number, groupSize: number): number =>
  1 - p ** groupSize - (1 - p) ** groupSize;
