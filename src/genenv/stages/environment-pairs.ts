/**
 * @file D̃_env: the tasks of an epoch that pass the difficulty filter, as weighted pairs for the environment's regression.
 */
import type { AttemptedTask } from './candidate.ts';
import type { EnvironmentEntry } from '../log/events.ts';

/** The (context → task) pairs that passed. */
export const environmentPairs = (epoch: number, tasks: readonly AttemptedTask[]): EnvironmentEntry[] =>
  tasks.flatMap(({ family, context, contextIds, written, scored: { successRate }, filtered: { weight } }) =>
    weight > 0 && written
      ? [
          {
            epoch,
            family,
            context,
            contextIds,
            writtenIds: written.ids,
            successRate,
            weight,
          },
        ]
      : [],
  );
