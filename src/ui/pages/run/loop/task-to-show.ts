/** @file Chooses the task of an epoch that is shown in detail. */
import type { TaskView } from '../../../../analysis/run-view.ts';

/**
 * The task that a person chose in this epoch, whether it is attempted or not. In other epochs the attempted task with
 * the same index, or else the first attempted one.
 */
export const taskToShow = (
  tasks: readonly TaskView[],
  index: number | undefined,
  chosenHere: boolean,
): TaskView | undefined =>
  tasks.find((task) => task.index === index && (chosenHere || task.used)) ?? tasks.find(({ used }) => used) ?? tasks[0];
