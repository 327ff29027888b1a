/**
 * @file D̃_env: the tasks of an epoch that pass the difficulty filter, as weighted pairs for the environment's regression.
 */
import type { Candidate } from './candidate.ts';
import type { EnvironmentEntry, Filtered, Scored } from '../log/events.ts';

/** The (context → task) pairs that passed. */
export const environmentPairs = (
  epoch: number,
  tasks: readonly Candidate[],
  scored: Scored,
  filtered: Filtered,
): EnvironmentEntry[] =>
  tasks.flatMap(({ family, context, contextIds, written }, i) =>
    filtered.tasks[i].weight > 0 && written
      ? [
          {
            epoch,
            family,
            context,
            contextIds,
            writtenIds: written.ids,
            successRate: scored.tasks[i].successRate,
            weight: filtered.tasks[i].weight,
          },
        ]
      : [],
  );
