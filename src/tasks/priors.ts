/** @file The probability of each level in the pre-training data of the environment model: its prior over tasks. */

export const LEVEL_PRIORS = ['uniform', 'hard', 'harder', 'easy'] as const;
export type LevelPrior = (typeof LEVEL_PRIORS)[number];

/** Ratio of neighbouring levels under the hard prior of a family with ten levels. */
const HARD_GROWTH = 1.35;
const HARD_LEVELS = 10;
const EASY_DECAY = 0.5;

/**
 * Unnormalised weight of levels 1…levels. `hard` is 1.35^level for ten levels; with fewer levels it grows faster, so
 * that the hardest level is 1.35^9 ≈ 15 times as likely as the easiest in every family. `harder` has the square of these
 * weights: 1.35^18 ≈ 222 times as likely. Weights given outright are those of the first levels; the others have none.
 */
export function levelWeights(prior: LevelPrior | readonly number[], levels: number): number[] {
  if (typeof prior !== 'string') return Array.from({ length: levels }, (_, index) => prior[index] ?? 0);
  const growth = HARD_GROWTH ** ((HARD_LEVELS - 1) / Math.max(1, levels - 1));
  const ratio = { uniform: 1, hard: growth, harder: growth ** 2, easy: EASY_DECAY }[prior];
  return Array.from({ length: levels }, (_, index) => ratio ** (index + 1));
}
