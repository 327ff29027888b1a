/**
 * @file The arm sec, Self-Evolving Curriculum (Chen et al. 2025, arXiv 2505.14970): a bandit over the levels of the families.
 * The true generator writes each task for a category c = (family, level), which is drawn by the Boltzmann distribution of the
 * values Q. After the epoch, Q moves towards what the category taught, the mean |advantage| of its rollouts:
 *
 *   P(c) ∝ exp(Q(c)/τ),   Q(c) ← η·mean |A| + (1 − η)·Q(c),   Q(c) = 0 at first
 *
 * Read in the authors' code (ServiceNow, verl/utils/auto_curriculum/priority.py): both formulas, Q = 0 at first, and η = ½ in
 * all commands of its README. τ is 1, .4 or .2 there, by task; ¼ is our choice. There the value of a category that was not
 * drawn falls to (1 − η)·Q(c); here it stays, because an epoch draws fewer tasks than there are categories.
 *
 * Like level-rule, this arm knows what GenEnv's environment has to find out: what a level is, and how to write one of its tasks.
 */
import { z } from 'zod';
import { meanOrZero } from '../../common/mean.ts';
import { groupBy } from '../../common/group-by.ts';
import { trainingTask } from '../../tasks/data.ts';
import { alphaCurriculum } from '../environment-curricula.ts';
import type { Arm, AttemptedTasks, EpochRequest } from './arm.ts';
import { fromBaseData } from './parts/base-tasks.ts';
import { drawStream } from './parts/draws.ts';
import { replays } from './parts/history.ts';
import { knownTask, numbered } from './parts/known-tasks.ts';
import { mixture } from './parts/mixture.ts';

const RATE = 0.5;
const TEMPERATURE = 0.25;

interface Category {
  family: string;
  level: number;
}

const nameOf = ({ family, level }: Category): string => `${family} ${level}`;

/** Q by the name of the category. */
type Values = Readonly<Record<string, number>>;

const valueOf = (values: Values, category: Category): number => values[nameOf(category)] ?? 0;

/** `count` new tasks of categories drawn by their values. */
function drawnTasks(request: EpochRequest, values: Values, count: number) {
  const { families } = request;
  const categories = families.flatMap((family) =>
    Array.from({ length: family.levels }, (_, i) => ({ world: family, family: family.name, level: i + 1 })),
  );
  const weights = categories.map((category) => Math.exp(valueOf(values, category) / TEMPERATURE));
  const random = drawStream(request, 'sec');
  return Array.from({ length: count }, () => {
    const { world, family, level } = categories[random.weighted(weights)];
    return knownTask(request, { family, text: trainingTask(world, level, random), source: 'base' });
  });
}

/** The values after an epoch, of all categories that were ever attempted. */
function updatedValues(values: Values, { tasks }: AttemptedTasks): Values {
  const taught = [...groupBy(tasks, nameOf).values()].map((own): [string, number] => {
    const sizes = own.flatMap(({ rollouts }) => rollouts.map(({ score }) => Math.abs(score.advantage)));
    return [nameOf(own[0]), RATE * meanOrZero(sizes) + (1 - RATE) * valueOf(values, own[0])];
  });
  return { ...values, ...Object.fromEntries(taught) };
}

export const sec: Arm<Values> = {
  ...alphaCurriculum,
  environmentLearns: false,
  environmentIdle: true,
  tasks: async (request, values) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base), ...drawnTasks(request, values, fresh), ...replays(request)]);
  },
  state: { schema: z.record(z.string(), z.number()), first: {}, after: updatedValues },
};
