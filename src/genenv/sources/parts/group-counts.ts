/** @file The successes of groups of rollouts, as a page can tell them from the log. */
import { isSuccess } from '../../../curriculum/curriculum.ts';
import type { SuccessCount } from '../../../curriculum/success.ts';
import type { Group } from '../../log/task-events.ts';
import type { Settings } from '../../settings/settings.ts';

/** k and n of each group, in their order. */
export const groupCounts = (
  { successThreshold }: Pick<Settings, 'successThreshold'>,
  groups: readonly Group[],
): SuccessCount[] =>
  groups.map(({ rollouts }) => ({
    k: rollouts.filter(({ score }) => isSuccess(score.reward, successThreshold)).length,
    n: rollouts.length,
  }));
