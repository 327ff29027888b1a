/**
 * @file What an environment is rewarded for, and which tasks it learns from: GenEnv's α-curriculum and two neighbours.
 * Everything else of a run (contexts, regression, penalty) stays the same, so runs differ only in this.
 *
 * - R-Zero (Huang et al. 2025, arXiv 2508.05004) rewards uncertainty, 1 − 2|p̂ − ½| = 2·min(p̂, 1 − p̂), and keeps tasks
 *   with p̂ from .3 to .8. Its p̂ is agreement with the majority answer and its challenger learns by GRPO; here p̂ is true
 *   success and the environment learns by regression.
 * - Absolute Zero (Zhao et al. 2025, arXiv 2505.03335) rewards learnability: 1 − p̂, and 0 where p̂ = 0. Tasks without
 *   reward are left out.
 */
import { inBand, TOLERANCE } from '../curriculum/difficulty-filter.ts';
import { environmentReward } from '../curriculum/environment-reward.ts';
import type { SuccessCount } from '../curriculum/success.ts';
import type { FilterReason } from './reasons.ts';
import type { Settings } from './settings/settings.ts';
import { successRate } from '../curriculum/success.ts';

type Tuned = Pick<Settings, 'alpha' | 'beta' | 'kMin'>;

export interface EnvironmentCurriculum {
  /** R_env of a success rate p̂. */
  reward(successRate: number, settings: Tuned): number;
  /** Whether a task with this count is regressed on. */
  keeps(count: SuccessCount, settings: Tuned): boolean;
  /** Why the task is kept or left out. */
  reason(count: SuccessCount, settings: Tuned): FilterReason;
  /** The success rates between which tasks are kept. */
  band(settings: Tuned): [low: number, high: number];
}

/** Why the α-curriculum keeps a task or leaves it out. */
const bandReason = (count: SuccessCount, alpha: number, kMin: number): FilterReason => ({
  code: inBand(count, alpha, kMin) ? 'within-band' : 'outside-band',
  ...count,
  distance: Math.abs(successRate(count) - alpha),
  kMin,
});

export const alphaCurriculum: EnvironmentCurriculum = {
  reward: (p, { alpha, beta }) => environmentReward(p, alpha, beta),
  keeps: (count, { alpha, kMin }) => inBand(count, alpha, kMin),
  reason: (count, { alpha, kMin }) => bandReason(count, alpha, kMin),
  band: ({ alpha, kMin }) => [alpha - kMin, alpha + kMin],
};

const R_ZERO_BAND: [low: number, high: number] = [0.3, 0.8];

const inRZeroBand = ({ k, n }: SuccessCount): boolean =>
  k >= (R_ZERO_BAND[0] - TOLERANCE) * n && k <= (R_ZERO_BAND[1] + TOLERANCE) * n;

export const uncertaintyCurriculum: EnvironmentCurriculum = {
  reward: (p) => 2 * Math.min(p, 1 - p),
  keeps: inRZeroBand,
  reason: (count) => ({
    code: inRZeroBand(count) ? 'within-r-zero-band' : 'outside-r-zero-band',
    ...count,
    low: R_ZERO_BAND[0],
    high: R_ZERO_BAND[1],
  }),
  band: () => R_ZERO_BAND,
};

const learnability = (p: number): number => (p === 0 ? 0 : 1 - p);
const isLearnable = (count: SuccessCount): boolean => learnability(successRate(count)) > 0;

export const learnabilityCurriculum: EnvironmentCurriculum = {
  reward: learnability,
  keeps: isLearnable,
  reason: (count) => ({ code: isLearnable(count) ? 'learnable' : 'not-learnable', ...count }),
  band: () => [0, 1],
};
