/** @file Chooses the task of an epoch that is shown in detail. */
import type { TaskView } from '../../../../analysis/run-view.ts';

/** The task that a person chose in this epoch; in others the attempted one with its index, or else the first. */
export const taskToShow = (
  tasks: readonly TaskView[],
  index: number | undefined,
  chosenHere: boolean,
): TaskView | undefined =>
  tasks.find((task) => task.index === index && (chosenHere || task.used)) ?? tasks.find(({ used }) => used) ?? tasks[0];
