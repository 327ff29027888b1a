/** @file Defines the arms whose tasks the true generator writes: base-data, mopps, level-rule and sec. */
import { z } from 'zod';
import { betaQuantile, groupBy, meanOrZero } from '../../common/mean.ts';
import { ownValue } from '../../common/plain-json.ts';
import { type SuccessCount, successRate } from '../../curriculum/environment-reward.ts';
import { trainingTask } from '../../tasks/data.ts';
import type { Family } from '../../tasks/family.ts';
import { taskKey } from '../pools.ts';
import { countsByFamily } from '../stages/score-rollouts.ts';
import { type Arm, type AttemptedTasks, type EpochRequest, genenvRules } from './arm.ts';
import {
  baseCandidates,
  type BaseTask,
  drawStream,
  fromBaseData,
  knownTask,
  mixture,
  nearestTarget,
  numbered,
} from './epoch-tasks.ts';
import { replays } from './history.ts';

/**
 * The arm base-data is GRPO (DeepSeekMath, arXiv 2402.03300) on base data from the true generator, without an
 * environment model.
 */
export const baseData: Arm = {
  ...genenvRules,
  environment: 'idle',
  tasks: async (request) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base + fresh), ...replays(request)]);
  },
};

/** A level goes up or down if the share of an epoch's successful rollouts lies above or below these. */
const UP = 0.7;
const DOWN = 0.3;
const FIRST_LEVEL = 1;

type Levels = Readonly<Record<string, number>>;

const levelOf = (levels: Levels, { name }: Pick<Family, 'name'>): number => ownValue(levels, name) ?? FIRST_LEVEL;

/** Writes `count` new tasks at the current levels of the families, which take turns. */
function tasksAtLevels(request: EpochRequest, levels: Levels, count: number) {
  const { families, epoch } = request;
  const random = drawStream(request, 'levelRule');
  return Array.from({ length: count }, (_, i) => {
    const family = families[(i + epoch) % families.length];
    const text = trainingTask(family, levelOf(levels, family), random);
    return knownTask(request, { family: family.name, text, source: 'base' });
  });
}

function nextLevels(levels: Levels, { families, tasks }: AttemptedTasks): Levels {
  const counts = countsByFamily(families, tasks);
  return Object.fromEntries(
    families.map((family) => {
      const level = levelOf(levels, family);
      const own = counts[family.name];
      if (own.n === 0) return [family.name, level];
      const step = successRate(own) > UP ? 1 : successRate(own) < DOWN ? -1 : 0;
      return [family.name, Math.min(family.levels, Math.max(FIRST_LEVEL, level + step))];
    }),
  );
}

/**
 * The arm level-rule is a curriculum by rule. The true generator writes tasks at one level per family. The level goes
 * up if the agent succeeds on more than 70% of an epoch's rollouts, and down below 30% (as in Reasoning Gym,
 * Stojanovski et al. 2025, arXiv 2505.24760). The rule knows what GenEnv's environment has to find out: what a level
 * is, and how to write a task of that level.
 */
export const levelRule: Arm<Levels> = {
  ...genenvRules,
  environment: 'idle',
  tasks: async (request, levels) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base), ...tasksAtLevels(request, levels, fresh), ...replays(request)]);
  },
  state: { schema: z.record(z.string(), z.int().min(FIRST_LEVEL)), first: {}, after: nextLevels },
};

/** This is η in the formula of {@link sec}. */
const RATE = 0.5;
/** This is τ in the formula of {@link sec}. */
const TEMPERATURE = 0.25;

interface Category {
  family: string;
  level: number;
}

const nameOf = ({ family, level }: Category): string => `${family} ${level}`;

/** Each category's name has its Q. */
type Values = Readonly<Record<string, number>>;

const valueOf = (values: Values, category: Category): number => values[nameOf(category)] ?? 0;

/** Writes `count` new tasks of categories drawn by their values. */
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

/** Returns the values of all categories ever attempted, after an epoch. */
function updatedValues(values: Values, { tasks }: AttemptedTasks): Values {
  const taught = [...groupBy(tasks, nameOf).values()].map((own): [string, number] => {
    const sizes = own.flatMap(({ rollouts }) => rollouts.map(({ score }) => Math.abs(score.advantage)));
    return [nameOf(own[0]), RATE * meanOrZero(sizes) + (1 - RATE) * valueOf(values, own[0])];
  });
  return { ...values, ...Object.fromEntries(taught) };
}

/**
 * The arm sec, Self-Evolving Curriculum (Chen et al. 2025, arXiv 2505.14970), is a bandit over the levels of the
 * families. The true generator writes each task for a category c = (family, level), drawn by the Boltzmann distribution
 * of the values Q. After the epoch, Q moves towards what the category taught, the mean |advantage| of its rollouts:
 *
 *   P(c) ∝ exp(Q(c)/τ),   Q(c) ← η·mean |A| + (1 − η)·Q(c),   Q(c) = 0 at first
 *
 * Read in the authors' code (ServiceNow, verl/utils/auto_curriculum/priority.py): both formulas, Q = 0 at first, and η = ½ in
 * all commands of its README. τ is 1, .4 or .2 there, by task; ¼ is our choice. There the value of a category that was not
 * drawn falls to (1 − η)·Q(c); here it stays, because an epoch draws fewer tasks than there are categories.
 *
 * Like level-rule, this arm knows what GenEnv's environment has to find out: what a level is, and how to write one of its tasks.
 */
export const sec: Arm<Values> = {
  ...genenvRules,
  environment: 'idle',
  tasks: async (request, values) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base), ...drawnTasks(request, values, fresh), ...replays(request)]);
  },
  state: { schema: z.record(z.string(), z.number()), first: {}, after: updatedValues },
};

interface SuccessPosterior {
  a: number;
  b: number;
}

export const PRIOR: Readonly<SuccessPosterior> = { a: 1, b: 1 };
const DISCOUNT = 0.5;

const discounted = (value: number, prior: number): number => DISCOUNT * value + (1 - DISCOUNT) * prior;

/**
 * Returns Beta(a, b), the posterior of γ, after s successes of n new rollouts. It discounts the past, because the agent
 * changes:
 *
 *   a ← λ·a + (1 − λ)·a₀ + s,   b ← λ·b + (1 − λ)·b₀ + n − s
 *
 * The prior a₀ = b₀ = 1 and the discount λ = ½ come from the published code (verl, recipe/mopps).
 */
const updatedPosterior = ({ a, b }: SuccessPosterior, { k, n }: SuccessCount): SuccessPosterior => ({
  a: discounted(a, PRIOR.a) + k,
  b: discounted(b, PRIOR.b) + (n - k),
});

/** Draws a success rate from the posterior: the quantile of a uniform number in [0, 1). */
export const sampledSuccess = ({ a, b }: SuccessPosterior, uniform: number): number => betaQuantile(uniform, a, b);

/** Keys are from `taskKey`. Every task that was ever attempted has a posterior. */
type Posteriors = Readonly<Record<string, SuccessPosterior>>;

const posteriorOf = (posteriors: Posteriors, task: BaseTask): SuccessPosterior => posteriors[taskKey(task)] ?? PRIOR;

function chosen(request: EpochRequest, posteriors: Posteriors, count: number): BaseTask[] {
  const random = drawStream(request, 'moppsPosteriors');
  const candidates = baseCandidates(request, count, 'moppsCandidates');
  const sampled = (task: BaseTask) => sampledSuccess(posteriorOf(posteriors, task), random.next());
  return nearestTarget(candidates, sampled, request.settings.alpha, count);
}

/** Returns the posteriors after an epoch. A task that was attempted twice is updated twice. */
function updatedPosteriors(posteriors: Posteriors, { tasks }: AttemptedTasks): Posteriors {
  const updated = { ...posteriors };
  for (const { family, text, scored } of tasks)
    updated[taskKey({ family, text })] = updatedPosterior(posteriorOf(updated, { family, text }), scored.count);
  return updated;
}

/**
 * The arm mopps, model predictive prompt selection (Qu et al. 2025, arXiv 2507.04632), is GRPO on base data whose
 * tasks are chosen before any rollout. Each task of the data has a posterior of its success from its past rollouts
 * (`updatedPosterior`). In each epoch, candidates are drawn from the data, a success rate is drawn from the posterior
 * of each (Thompson sampling), and the tasks with the rates nearest the target are attempted:
 *
 *   T_t = Top-B { −(γ̂_τ − γ*)² | τ in a random candidate set },   γ̂_τ ~ Beta(a_τ, b_τ)
 *
 * Formulas, prior, discount and 8 candidates for each task wanted come from the paper and its published code. The
 * target is α (½ there too). The paper leaves the data open: here they are the base data of the arm base-data, its
 * control, so only the choice differs. As there, a posterior changes only if its task is attempted.
 */
export const mopps: Arm<Posteriors> = {
  ...genenvRules,
  environment: 'idle',
  tasks: async (request, posteriors) => {
    const { base, fresh } = mixture(request);
    const tasks = chosen(request, posteriors, base + fresh).map((task) =>
      knownTask(request, { ...task, source: 'base' }),
    );
    return numbered([...tasks, ...replays(request)]);
  },
  state: {
    schema: z.record(z.string(), z.object({ a: z.number(), b: z.number() })),
    first: {},
    after: updatedPosteriors,
  },
};
