/**
 * @file The arm balanced-filter, online difficulty filtering (Bae et al. 2025, arXiv 2504.03380): GRPO on base data, where
 * more tasks are attempted than a batch holds, and the agent learns from a balanced batch of them (curriculum/
 * balanced-batch.ts). All rollouts are counted in the cost of the run, those that are thrown away too, so at equal rollouts
 * or equal floating-point operations this arm has fewer epochs.
 *
 * The paper samples asynchronously until a batch of fixed size is full, between two thresholds of p̂ that are symmetric
 * about ½. Here the thresholds are 0 and 1, left out, and what is nearest α stays. An epoch names its tasks before it attempts
 * them, so it attempts as many as would have filled the batch in the epoch before, at most four batches; a batch that does
 * not fill is learned from as it is. Our choice: the data, those of the arm base-data, which is the control.
 */
import { isBetween } from '../../curriculum/balanced-batch.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Settings } from '../settings/settings.ts';
import type { Arm, AttemptedTasks } from './arm.ts';
import { balancedGroups } from './parts/balanced-groups.ts';
import { baseDataBatch } from './parts/base-data-batch.ts';
import { numbered } from './parts/known-tasks.ts';

/** The most tasks of an epoch, in batches. */
const MOST_BATCHES = 4;

const mostTasks = ({ tasksPerEpoch }: Pick<Settings, 'tasksPerEpoch'>): number => MOST_BATCHES * tasksPerEpoch;

/** The number of tasks that would have filled the batch in this epoch; an unknown number counts as the most. */
function tasksToFill({ settings, tasks }: AttemptedTasks): number {
  const between = tasks.filter(({ scored }) => isBetween(scored.count)).length;
  if (between === 0) return mostTasks(settings);
  return Math.min(mostTasks(settings), Math.ceil((settings.tasksPerEpoch * tasks.length) / between));
}

export const balancedFilter: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  mostTasks,
  mayAttemptLess: true,
  tasks: async (request) => {
    const { settings, state } = request;
    return numbered(baseDataBatch(request, Math.min(mostTasks(settings), state.tasksToAttempt ?? Infinity)));
  },
  learnedGroups: (settings, groups) => balancedGroups(settings, groups, settings.alpha),
  remember: (attempted) => ({ state: { tasksToAttempt: tasksToFill(attempted) } }),
};
