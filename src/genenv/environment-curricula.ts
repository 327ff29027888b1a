/**
 * @file Defines how the environment is rewarded and which tasks it learns from, in GenEnv's α-curriculum and in related
 * methods. Contexts, regression and KL penalty are the same for all methods.
 *
 * - R-Zero (Huang et al. 2025, arXiv 2508.05004) rewards uncertainty, 1 − 2|p̂ − ½| = 2·min(p̂, 1 − p̂), and keeps
 *   tasks with p̂ from .3 to .8. In R-Zero, p̂ is agreement with the majority answer and the challenger learns by GRPO.
 *   Here p̂ is true success and the environment learns by regression.
 * - Absolute Zero (Zhao et al. 2025, arXiv 2505.03335) rewards the failure rate: 1 − p̂, or 0 if p̂ = 0. The
 *   environment does not learn from tasks without reward.
 * - SQLM (Chen et al. 2025, arXiv 2508.03682) gives the same reward to all tasks that are solved sometimes. The
 *   environment does not learn from tasks without reward.
 */
import {
  type Band,
  bandAround,
  repetitionPenalties,
  type RewardSettings,
  type SuccessCount,
  successRate,
} from '../curriculum/environment-reward.ts';
import type { FilterReason } from './log/reasons.ts';
import type { Settings } from './settings/settings-table.ts';

type Tuned = Pick<Settings, 'alpha' | 'beta' | 'kMin'>;

export interface RewardRule {
  /** Returns the settings from which curriculum/environment-reward.ts computes the reward of a success rate. */
  of(settings: Tuned): RewardSettings;
  /** Returns each text's penalty for repeating other texts, to subtract from the reward. Default: no penalties. */
  penalties?(texts: readonly string[]): number[];
}

export interface BandRule {
  /** Returns the band of success rates in which a task must lie for the environment to regress on it. */
  of(settings: Tuned): Band;
  reason(count: SuccessCount, kept: boolean, settings: Tuned): FilterReason;
}

export interface EnvironmentCurriculum {
  reward: RewardRule;
  band: BandRule;
}

/** Returns the penalty of each task. It is 0 if the environment did not write the task in this epoch. */
export function penaltiesOf({ penalties }: RewardRule, tasks: readonly { text: string; own: boolean }[]): number[] {
  const own = penalties?.(tasks.filter((task) => task.own).map(({ text }) => text)) ?? [];
  return tasks.map((task) => (task.own ? own.shift() : undefined) ?? 0);
}

export const alphaCurriculum: EnvironmentCurriculum = {
  reward: { of: ({ alpha, beta }) => ({ kind: 'alpha', alpha, beta }) },
  band: {
    of: ({ alpha, kMin }) => bandAround(alpha, kMin),
    reason: (count, kept, { alpha, kMin }) => ({
      code: kept ? 'within-band' : 'outside-band',
      ...count,
      distance: Math.abs(successRate(count) - alpha),
      kMin,
    }),
  },
};

const R_ZERO_BAND: Band = { low: 0.3, high: 0.8 };

/** The reward is the uncertainty minus R-Zero's repetition penalty, but at least 0. */
export const rZeroCurriculum: EnvironmentCurriculum = {
  reward: { of: ({ alpha, beta }) => ({ kind: 'uncertainty', alpha, beta }), penalties: repetitionPenalties },
  band: {
    of: () => R_ZERO_BAND,
    reason: (count, kept) => ({ code: kept ? 'within-fixed-band' : 'outside-fixed-band', ...count, ...R_ZERO_BAND }),
  },
};

/** Band rule that leaves out tasks that are never or always solved, because they have no reward. */
const solvedSometimes: BandRule = {
  of: () => ({ low: 0, high: 1, excludeExtremes: true }),
  reason: (count, kept) => ({ code: kept ? 'solved-sometimes' : 'solved-never-or-always', ...count }),
};

export const failureRateCurriculum: EnvironmentCurriculum = {
  reward: { of: ({ alpha, beta }) => ({ kind: 'failure-rate', alpha, beta }) },
  band: solvedSometimes,
};

export const sometimesCurriculum: EnvironmentCurriculum = {
  reward: { of: ({ alpha, beta }) => ({ kind: 'sometimes', alpha, beta }) },
  band: solvedSometimes,
};
