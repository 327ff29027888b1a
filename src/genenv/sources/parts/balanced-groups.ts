/** @file The groups of a balanced batch (curriculum/balanced-batch.ts), from which an arm lets the agent learn. */
import { balancedBatch } from '../../../curriculum/balanced-batch.ts';
import type { Group } from '../../log/task-events.ts';
import type { Settings } from '../../settings/settings.ts';
import { groupCounts } from './group-counts.ts';

/** In their order. @param target the success rate in the middle of the batch */
export const balancedGroups = <Task extends Group>(
  settings: Settings,
  groups: readonly Task[],
  target: number,
): Task[] =>
  balancedBatch(groupCounts(settings, groups), { size: settings.tasksPerEpoch, target }).map((place) => groups[place]);
