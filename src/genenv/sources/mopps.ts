/**
 * @file The arm mopps, model predictive prompt selection (Qu et al. 2025, arXiv 2507.04632): GRPO on base data, where the
 * tasks of an epoch are chosen before any rollout. Each task of the data has a posterior of its success from its past
 * rollouts (parts/success-posterior.ts). In each epoch, candidates are drawn from the data, a success rate is drawn from
 * the posterior of each (Thompson sampling), and the tasks with the rates nearest the target are attempted:
 *
 *   T_t = Top-B { −(γ̂_τ − γ*)² | τ in a random candidate set },   γ̂_τ ~ Beta(a_τ, b_τ)
 *
 * From the paper and its published code: formulas, prior, discount, 8 candidates for each task wanted. The target is α (½
 * there too). The paper leaves open what the data are: here it is the base data of the arm base-data, its control, so no
 * environment model writes, and only the choice differs. A posterior changes only where its task is attempted, as there.
 */
import { alphaCurriculum } from '../environment-curricula.ts';
import type { TaskPosterior } from '../log/events.ts';
import { type Pools, taskKey } from '../pools.ts';
import type { Arm, AttemptedTasks, EpochRequest } from './arm.ts';
import { type BaseTask, baseSet } from './parts/base-tasks.ts';
import { drawFrom, drawStream } from './parts/draws.ts';
import { replays } from './parts/history.ts';
import { knownTask, numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';
import { nearestTarget } from './parts/nearest-target.ts';
import { PRIOR, sampledSuccess, updatedPosterior } from './parts/success-posterior.ts';

const CANDIDATES_PER_TASK = 8;

const posteriorOf = ({ posteriors }: Pools, task: BaseTask) => posteriors.get(taskKey(task)) ?? PRIOR;

/** `count` tasks of the base data. */
function chosen(request: EpochRequest, count: number): BaseTask[] {
  if (count === 0) return [];
  const { families, settings, pools } = request;
  const data = baseSet(families, settings);
  const wanted = Math.max(count, Math.min(data.length, CANDIDATES_PER_TASK * count));
  const random = drawStream(request, 'moppsPosteriors');
  const candidates = drawFrom(data, wanted, request, 'moppsCandidates');
  const sampled = (task: BaseTask) => sampledSuccess(posteriorOf(pools, task), random.next());
  return nearestTarget(candidates, sampled, settings.alpha, count);
}

/** The posteriors of an epoch's tasks after it; a task that was attempted twice is updated twice. */
function updatedPosteriors({ pools, tasks }: AttemptedTasks): TaskPosterior[] {
  const updated = new Map<string, TaskPosterior>();
  tasks.forEach(({ family, text, scored }) => {
    const key = taskKey({ family, text });
    const before = updated.get(key) ?? posteriorOf(pools, { family, text });
    updated.set(key, { family, text, ...updatedPosterior(before, scored.count) });
  });
  return [...updated.values()];
}

export const mopps: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  tasks: async (request) => {
    const { base, fresh } = mixture(request);
    const tasks = chosen(request, base + fresh).map((task) => knownTask(request, { ...task, source: 'base' }));
    return numbered([...tasks, ...replays(request)]);
  },
  remember: (attempted) => ({ pools: { posteriors: updatedPosteriors(attempted) } }),
};
