/**
 * @file Computes what the groups of an epoch teach: the agent's signal by number of right answers, and each task's
 * weight for the environment.
 */
import { groupBy, meanOrZero } from '../common/mean.ts';
import { weigh } from '../curriculum/curriculum.ts';
import { normaliseWeights } from '../curriculum/environment-reward.ts';
import { penaltiesOf } from '../genenv/environment-curricula.ts';
import { learners } from '../genenv/epoch-settings.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { arms } from '../genenv/sources/arms.ts';
import type { EpochView, TaskView } from './run-view.ts';

/** Returns the weights of the environment's tasks under these settings. The weight is 0 if a task is left out. */
function weightsUnder(settings: Settings, tasks: readonly TaskView[]): number[] {
  const scored = tasks.map((task) => task.scored?.scope ?? { k: 0, n: 0 });
  const own = tasks.map((task) => ({
    text: task.text,
    own: task.scored !== undefined && task.source === 'environment',
  }));
  const { reward, band } = arms[settings.arm];
  return weigh({
    counts: scored,
    // Each count already covers the scope of p̂, so every task is its own scope.
    scopeOf: scored.map((_, task) => task),
    own: own.map((task) => task.own),
    reward: reward.of(settings),
    band: band.of(settings),
    penalties: penaltiesOf(reward, own),
    lambda: settings.lambda,
  }).weights;
}

/**
 * Returns each task's weight in the environment's regression, relative to the mean over the tasks that teach the
 * environment. So 1 is an average task at any λ. The update itself divides by the mean over its pairs, which may
 * include replayed pairs from D_env.
 * @param settings settings of the epoch
 * @param planned if given, returns the weights under these settings instead
 * @returns weights by task index, only for tasks that teach the environment; empty if the environment does not learn
 */
export function relativeWeights(
  tasks: readonly TaskView[],
  settings: Settings,
  planned?: Settings,
): ReadonlyMap<number, number> {
  const chosen = planned ?? settings;
  const learns = arms[chosen.arm].environment === 'learns' && learners(chosen).environment;
  const weights = planned ? weightsUnder(planned, tasks) : tasks.map(({ filtered }) => filtered?.weight ?? 0);
  const weighed = tasks
    .map(({ index }, place) => ({ index, weight: weights[place] }))
    .filter(({ weight }) => learns && weight > 0);
  const relative = normaliseWeights(weighed.map(({ weight }) => weight));
  return new Map(weighed.map(({ index }, i) => [index, relative[i]]));
}

export interface GroupSignal {
  right: number;
  groups: number;
  /** Mean of Σ |A| over the groups. */
  signal: number;
}

/** Returns signals by number of right answers, from none to all. Empty unless all groups have one size. */
export function groupSignals(epochs: readonly EpochView[]): GroupSignal[] {
  const groups = epochs.flatMap(({ scored }) => [...groupBy(scored?.rollouts ?? [], ({ task }) => task).values()]);
  const sizes = new Set(groups.map(({ length }) => length));
  if (sizes.size !== 1) return [];
  const [size] = sizes;
  const byRight = groupBy(groups, (group) => group.filter(({ success }) => success).length);
  return Array.from({ length: size + 1 }, (_, right) => {
    const own = byRight.get(right) ?? [];
    const sums = own.map((group) => group.reduce((sum, { advantage }) => sum + Math.abs(advantage), 0));
    return { right, groups: own.length, signal: meanOrZero(sums) };
  });
}
