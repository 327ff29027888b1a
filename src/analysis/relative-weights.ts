/**
 * @file What each task of an epoch weighs in the environment's regression, relative to the mean of those that teach it, so
 * that weights can be read at any λ: 1 is an average task. (The update divides by the mean of its pairs too; with replayed
 * pairs from D_env that mean is another.)
 */
import { inBand } from '../curriculum/difficulty-filter.ts';
import { rewardOf } from '../curriculum/environment-reward.ts';
import { normaliseWeights, regressionWeight } from '../curriculum/regression-weights.ts';
import { learners } from '../genenv/learners.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import type { TaskView } from './run-view.ts';

/** As the settings would have it, of tasks the environment wrote in the epoch; 0 where a task is left out. */
function weightUnder(settings: Settings, { scored, text }: TaskView): number {
  const { curriculum } = arms[settings.arm];
  if (!scored || text.source !== 'environment' || !inBand(scored.scope, curriculum.band(settings))) return 0;
  const { alpha, beta, lambda } = settings;
  return regressionWeight(rewardOf(scored.successRate, { kind: curriculum.reward, alpha, beta }), lambda);
}

/**
 * By task index; only tasks that teach the environment, and none where it does not learn.
 * @param settings of the epoch
 * @param planned where given, weights are those that these settings would give
 */
export function relativeWeights(
  tasks: readonly TaskView[],
  settings: Settings,
  planned?: Settings,
): ReadonlyMap<number, number> {
  const chosen = planned ?? settings;
  const learns = arms[chosen.arm].environmentLearns && learners(chosen).environment;
  const weighed = tasks
    .map((task) => ({
      index: task.text.index,
      weight: planned ? weightUnder(planned, task) : (task.verdict?.weight ?? 0),
    }))
    .filter(({ weight }) => learns && weight > 0);
  const relative = normaliseWeights(weighed.map(({ weight }) => weight));
  return new Map(weighed.map(({ index }, i) => [index, relative[i]]));
}
