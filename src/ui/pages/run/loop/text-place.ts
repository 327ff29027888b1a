/** @file Whose text a written text is: a task's own, or one of its rollouts. */
import type { TaskView } from '../../../../analysis/run-view.ts';
import type { WrittenTokens } from '../../../../genenv/log/events.ts';

export interface TextPlace {
  player: 'agent' | 'environment';
  task: TaskView;
  /** Among the texts of this player for the task. */
  index: number;
}

export function placeOf(tasks: readonly TaskView[], written: WrittenTokens): TextPlace | undefined {
  for (const task of tasks) {
    if (task.written === written) return { player: 'environment', task, index: 0 };
    const index = task.rollouts.findIndex(({ rollout }) => rollout === written);
    if (index >= 0) return { player: 'agent', task, index };
  }
  return undefined;
}
