/**
 * @file D̃_env: the tasks of an epoch that pass the difficulty filter, as weighted pairs for the environment's regression.
 */
import type { Candidate } from '../candidate.ts';
import type { EnvironmentCurriculum } from '../environment-curricula.ts';
import type { EnvironmentEntry, Filtered, Scored } from '../events.ts';
import { regressionWeight } from '../../curriculum/regression-weights.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The regression uses only tasks that the environment wrote in this epoch; other tasks get a verdict, but no weight.
 * @param curriculum which tasks the environment learns from
 */
export function filterTasks(
  settings: Settings,
  curriculum: Pick<EnvironmentCurriculum, 'keeps' | 'reason'>,
  epoch: number,
  tasks: readonly Pick<Candidate, 'text'>[],
  scored: Scored,
): Filtered {
  return {
    type: 'filtered',
    epoch,
    tasks: scored.tasks.map(({ task, scope, environmentReward }, i) => {
      const kept = curriculum.keeps(scope, settings);
      const own = tasks[i].text.source === 'environment';
      return {
        task,
        kept,
        reason: curriculum.reason(scope, settings),
        weight: kept && own ? regressionWeight(environmentReward, settings.lambda) : 0,
      };
    }),
  };
}

/** The (context → task) pairs that passed. */
export const environmentPairs = (
  epoch: number,
  tasks: readonly Candidate[],
  scored: Scored,
  filtered: Filtered,
): EnvironmentEntry[] =>
  tasks.flatMap(({ text, contextIds }, i) =>
    filtered.tasks[i].weight > 0 && text.written
      ? [
          {
            epoch,
            family: text.family,
            context: text.context,
            contextIds,
            writtenIds: text.written.ids,
            successRate: scored.tasks[i].successRate,
            weight: filtered.tasks[i].weight,
          },
        ]
      : [],
  );
