/**
 * @file A curriculum by rule: tasks come from the true generator at one level per family, which goes up where the agent
 * succeeds on more than 70% of an epoch's rollouts and down below 30% (as in Reasoning Gym, Stojanovski et al. 2025,
 * arXiv 2505.24760). It knows what GenEnv's environment has to find out: what a level is, and how to write one.
 */
import { trainingTask } from '../../tasks/data.ts';
import type { Family } from '../../tasks/family.ts';
import type { RandomStream } from '../../random/random-stream.ts';
import type { BaseTask } from './base-data.ts';
import type { RunState, Scored } from '../events.ts';
import type { Candidate } from '../stages/inspect-task.ts';
import { addCounts, successRate } from '../curriculum/success.ts';

const UP = 0.7;
const DOWN = 0.3;
const FIRST_LEVEL = 1;

export const levelOf = ({ levels }: Pick<RunState, 'levels'>, { name }: Pick<Family, 'name'>): number =>
  levels?.[name] ?? FIRST_LEVEL;

/** `count` new tasks at the families' levels, the families in turn. */
export function tasksAtLevels(
  families: readonly Family[],
  state: RunState,
  count: number,
  epoch: number,
  random: RandomStream,
): BaseTask[] {
  return Array.from({ length: count }, (_, i) => {
    const family = families[(i + epoch) % families.length];
    return { family: family.name, text: trainingTask(family, levelOf(state, family), random) };
  });
}

/** The families' levels after an epoch. */
export function nextLevels(
  state: RunState,
  families: readonly Family[],
  tasks: readonly Candidate[],
  scored: Scored,
): Record<string, number> {
  return Object.fromEntries(
    families.map((family) => {
      const level = levelOf(state, family);
      const own = addCounts(
        scored.tasks.filter((_, i) => tasks[i].family.name === family.name).map(({ count }) => count),
      );
      if (own.n === 0) return [family.name, level];
      const step = successRate(own) > UP ? 1 : successRate(own) < DOWN ? -1 : 0;
      return [family.name, Math.min(family.levels, Math.max(FIRST_LEVEL, level + step))];
    }),
  );
}
