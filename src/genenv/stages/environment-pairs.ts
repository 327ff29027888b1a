/**
 * @file D̃_env: the tasks of an epoch that pass the difficulty filter, as weighted pairs for the environment's regression.
 */
import type { AttemptedTask } from './candidate.ts';
import type { EnvironmentEntry } from '../log/events.ts';

/** The (context → task) pairs that passed: what the environment wrote, and what an example teaches it to. */
export const environmentPairs = (epoch: number, tasks: readonly AttemptedTask[]): EnvironmentEntry[] =>
  tasks.flatMap(({ family, context, contextIds, written, lesson, scored: { successRate }, filtered: { weight } }) => {
    const pair = lesson ?? (written && { context, contextIds, writtenIds: written.ids });
    return weight > 0 && pair ? [{ epoch, family, ...pair, successRate, weight }] : [];
  });
