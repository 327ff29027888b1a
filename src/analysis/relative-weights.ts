/**
 * @file The weight of each task of an epoch in the environment's regression, relative to the mean of those that teach it,
 * so that weights can be read at any λ: 1 is an average task. (The update divides by the mean of its pairs too; with
 * replayed pairs from D_env that mean is another.)
 */
import { weigh } from '../curriculum/curriculum.ts';
import { normaliseWeights } from '../curriculum/regression-weights.ts';
import { penaltiesOf } from '../genenv/environment-curricula.ts';
import { learners } from '../genenv/epoch-settings.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import type { TaskView } from './run-view.ts';

/** As the settings would have it, of tasks the environment wrote in the epoch; 0 where a task is left out. */
function weightsUnder(settings: Settings, tasks: readonly TaskView[]): number[] {
  const scored = tasks.map((task) => task.scored?.scope ?? { k: 0, n: 0 });
  const own = tasks.map((task) => ({
    text: task.text,
    own: task.scored !== undefined && task.source === 'environment',
  }));
  const { reward, band } = arms[settings.arm];
  return weigh({
    counts: scored,
    // Each count is already the one that p̂ is taken over.
    scopeOf: scored.map((_, task) => task),
    own: own.map((task) => task.own),
    reward: reward.of(settings),
    band: band.of(settings),
    penalties: penaltiesOf(reward, own),
    lambda: settings.lambda,
  }).weights;
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
  const weights = planned ? weightsUnder(planned, tasks) : tasks.map(({ filtered }) => filtered?.weight ?? 0);
  const weighed = tasks
    .map(({ index }, place) => ({ index, weight: weights[place] }))
    .filter(({ weight }) => learns && weight > 0);
  const relative = normaliseWeights(weighed.map(({ weight }) => weight));
  return new Map(weighed.map(({ index }, i) => [index, relative[i]]));
}
