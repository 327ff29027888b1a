/**
 * @file The arms of the experiments as data: where an epoch's tasks come from, who learns, and what the environment is
 * rewarded for. All share one loop.
 */
import {
  alphaCurriculum,
  type EnvironmentCurriculum,
  learnabilityCurriculum,
  uncertaintyCurriculum,
} from '../curriculum/environment-curricula.ts';
import type { TaskSource } from '../events.ts';
import type { Arm } from '../settings/settings.ts';

export interface ArmPlan {
  /** Where new tasks come from: written in each epoch, drawn from a fixed set, or from the true generator by a rule. */
  tasks: Exclude<TaskSource, 'replay'> | 'level-rule';
  environmentLearns: boolean;
  curriculum: EnvironmentCurriculum;
  /** Whether attempted tasks come again by what they taught (level-replay.ts) instead of by `replayShare`. */
  replaysByScore: boolean;
}

const plan = (
  tasks: ArmPlan['tasks'],
  { environmentLearns = false, curriculum = alphaCurriculum, replaysByScore = false }: Partial<ArmPlan> = {},
): ArmPlan => ({ tasks, environmentLearns, curriculum, replaysByScore });

export const arms: Readonly<Record<Arm, ArmPlan>> = {
  genenv: plan('environment', { environmentLearns: true }),
  random: plan('environment'),
  static: plan('static'),
  offline: plan('offline'),
  'base-data': plan('base'),
  'r-zero': plan('environment', { environmentLearns: true, curriculum: uncertaintyCurriculum }),
  'absolute-zero': plan('environment', { environmentLearns: true, curriculum: learnabilityCurriculum }),
  'level-rule': plan('level-rule'),
  'level-replay': plan('environment', { replaysByScore: true }),
};
