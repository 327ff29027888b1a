/**
 * @file The arm vcrl, variance-based curriculum (Jiang et al. 2025, arXiv 2509.19803): GRPO on base data, where the agent
 * learns from groups whose rewards vary, and those that do not are replaced from a memory bank of tasks whose rewards did.
 * The variance of k right answers of G is measured relative to the largest that G answers can have:
 *
 *   p = σ²/σ²_max,   σ² = k(G − k)/(G(G − 1)),   so p = k(G − k)/⌊G²/4⌋
 *
 * Groups with p < κ are left out. A task with p ≥ κ enters the bank with the priority p, and each further attempt moves
 * its priority towards the new p; below κ it leaves. The bank gives those of the highest priority.
 *
 * The formula of p and the steps were read in reviews of the paper, not in the paper. Not found there, and our choice: κ = ½
 * always, ½ as the momentum of priorities. What differs: an epoch names its tasks before it attempts them, so the bank gives
 * as many as were left out in the epoch before; the data are those of the arm base-data. All rollouts are counted in the
 * cost of the run.
 */
import type { SuccessCount } from '../../curriculum/success.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { TaskAttempt } from '../log/events.ts';
import { type Pools, taskKey } from '../pools.ts';
import type { Settings } from '../settings/settings.ts';
import type { Arm, AttemptedTasks } from './arm.ts';
import { baseDataBatch } from './parts/base-data-batch.ts';
import { groupCounts } from './parts/group-counts.ts';
import { attemptedAnew } from './parts/history.ts';
import { numbered } from './parts/known-tasks.ts';

const KAPPA = 0.5;
const MOMENTUM = 0.5;

const mostTasks = ({ tasksPerEpoch }: Pick<Settings, 'tasksPerEpoch'>): number => 2 * tasksPerEpoch;

/** σ²/σ²_max; 0 of a single answer. */
const relativeVariance = ({ k, n }: SuccessCount): number => (n < 2 ? 0 : (k * (n - k)) / Math.floor(n ** 2 / 4));

/** The `count` tasks of the highest priority that are not among `others`; of equal ones those that entered first. */
const fromBank = (
  { seen }: Pools,
  count: number,
  others: readonly { family: string; text: string }[],
): TaskAttempt[] => {
  const drawn = new Set(others.map(taskKey));
  return [...seen.values()]
    .filter((task) => task.score >= KAPPA && !drawn.has(taskKey(task)))
    .sort((a, b) => b.score - a.score)
    .slice(0, count);
};

/** The tasks that are in the bank after an epoch, and those that left it, with their priorities. */
function priorities({ pools, tasks }: AttemptedTasks): TaskAttempt[] {
  const updated = new Map<string, TaskAttempt>();
  for (const { family, text, scored } of tasks) {
    const key = taskKey({ family, text });
    const { score: before = 0 } = updated.get(key) ?? pools.seen.get(key) ?? {};
    const now = relativeVariance(scored.count);
    const score = before >= KAPPA ? MOMENTUM * before + (1 - MOMENTUM) * now : now;
    if (before >= KAPPA || now >= KAPPA) updated.set(key, { family, text, score });
  }
  return [...updated.values()];
}

const leftOut = ({ tasks }: AttemptedTasks): number =>
  tasks.filter(({ source, scored }) => source === 'base' && relativeVariance(scored.count) < KAPPA).length;

export const vcrl: Arm = {
  curriculum: alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  mostTasks,
  mayAttemptLess: true,
  tasks: async (request) => {
    const { settings, state, pools } = request;
    const known = baseDataBatch(request);
    const replacements = Math.max(0, Math.min(mostTasks(settings), state.tasksToAttempt ?? 0) - known.length);
    return numbered([...known, ...attemptedAnew(request, fromBank(pools, replacements, known))]);
  },
  learnedGroups: (settings, groups) => {
    const counts = groupCounts(settings, groups);
    return groups.filter((_, place) => relativeVariance(counts[place]) >= KAPPA).slice(0, settings.tasksPerEpoch);
  },
  remember: (attempted) => ({
    pools: { attempts: priorities(attempted) },
    state: { tasksToAttempt: attempted.settings.tasksPerEpoch + leftOut(attempted) },
  }),
};
