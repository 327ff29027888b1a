/** @file Defines the arms whose tasks come from the families' own generators: base-data, level-rule, sec and mopps. */
import * as z from 'zod/mini';
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

/** Arm base-data: GRPO (DeepSeekMath, arXiv 2402.03300) on generated tasks of the families. The environment is idle. */
export const baseData: Arm = {
  ...genenvRules,
  environment: 'idle',
  tasks: async (request) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base + fresh), ...replays(request)]);
  },
};

/** A family's level rises if its success rate in an epoch is above `UP`, and falls if the rate is below `DOWN`. */
const UP = 0.7;
const DOWN = 0.3;
const FIRST_LEVEL = 1;

type Levels = Readonly<Record<string, number>>;

const levelOf = (levels: Levels, { name }: Pick<Family, 'name'>): number => ownValue(levels, name) ?? FIRST_LEVEL;

/** Generates `count` new tasks at the families' current levels. The families take turns. */
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
 * Arm level-rule: a curriculum by rule, with one level per family. The level rises if the agent succeeds on more than
 * 70% of an epoch's rollouts, and falls if on less than 30%. This follows Reasoning Gym (Stojanovski et al. 2025, arXiv
 * 2505.24760). Unlike GenEnv's environment, the rule knows the levels and has a generator for each level.
 */
export const levelRule: Arm<Levels> = {
  ...genenvRules,
  environment: 'idle',
  tasks: async (request, levels) => {
    const { base, fresh } = mixture(request);
    return numbered([...fromBaseData(request, base), ...tasksAtLevels(request, levels, fresh), ...replays(request)]);
  },
  state: { schema: z.record(z.string(), z.int().check(z.minimum(FIRST_LEVEL))), first: {}, after: nextLevels },
};

/** Learning rate η in the formula of {@link sec}. */
const RATE = 0.5;
/** Temperature τ in the formula of {@link sec}. */
const TEMPERATURE = 0.25;

interface Category {
  family: string;
  level: number;
}

const nameOf = ({ family, level }: Category): string => `${family} ${level}`;

/** Value Q of each category, by name. */
type Values = Readonly<Record<string, number>>;

const valueOf = (values: Values, category: Category): number => values[nameOf(category)] ?? 0;

/** Generates `count` new tasks. The category of each is drawn with the probability P(c) of {@link sec}. */
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

/** Returns the values after an epoch, for all categories attempted so far. */
function updatedValues(values: Values, { tasks }: AttemptedTasks): Values {
  const taught = [...groupBy(tasks, nameOf).values()].map((own): [string, number] => {
    const sizes = own.flatMap(({ rollouts }) => rollouts.map(({ score }) => Math.abs(score.advantage)));
    return [nameOf(own[0]), RATE * meanOrZero(sizes) + (1 - RATE) * valueOf(values, own[0])];
  });
  return { ...values, ...Object.fromEntries(taught) };
}

/**
 * Arm sec, Self-Evolving Curriculum (Chen et al. 2025, arXiv 2505.14970): a bandit over the levels of the families. The
 * category c = (family, level) of each task is drawn from the Boltzmann distribution of the values Q. After the epoch,
 * Q(c) moves towards the mean |advantage| of the category's rollouts:
 *
 *   P(c) ∝ exp(Q(c)/τ),   Q(c) ← η·mean |A| + (1 − η)·Q(c),   Q(c) = 0 at first
 *
 * Formulas, initial Q and η = ½ come from the authors' code and its README (ServiceNow,
 * verl/utils/auto_curriculum/priority.py). The README sets τ to 1, .4 or .2, depending on the task. Our τ is ¼. In the
 * authors' code, Q(c) falls to (1 − η)·Q(c) if c was not drawn. Here Q(c) stays, because an epoch may draw fewer tasks
 * than there are categories.
 *
 * Unlike GenEnv's environment, this arm knows the levels and has a generator for each level.
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
 * Returns Beta(a, b), the posterior of the success rate γ, after s = k successes in n new rollouts. Old rollouts are
 * discounted, because the agent changes:
 *
 *   a ← λ·a + (1 − λ)·a₀ + s,   b ← λ·b + (1 − λ)·b₀ + n − s
 *
 * The prior a₀ = b₀ = 1 and the discount λ = ½ come from the published code (verl, recipe/mopps).
 */
const updatedPosterior = ({ a, b }: SuccessPosterior, { k, n }: SuccessCount): SuccessPosterior => ({
  a: discounted(a, PRIOR.a) + k,
  b: discounted(b, PRIOR.b) + (n - k),
});

/** Draws a success rate from the posterior. @param uniform random number in [0, 1) at which to take the quantile */
export const sampledSuccess = ({ a, b }: SuccessPosterior, uniform: number): number => betaQuantile(uniform, a, b);

/** Posterior of each task attempted so far, by `taskKey`. */
type Posteriors = Readonly<Record<string, SuccessPosterior>>;

const posteriorOf = (posteriors: Posteriors, task: BaseTask): SuccessPosterior => posteriors[taskKey(task)] ?? PRIOR;

function chosen(request: EpochRequest, posteriors: Posteriors, count: number): BaseTask[] {
  const random = drawStream(request, 'moppsPosteriors');
  const candidates = baseCandidates(request, count, 'moppsCandidates');
  const sampled = (task: BaseTask) => sampledSuccess(posteriorOf(posteriors, task), random.next());
  return nearestTarget(candidates, sampled, request.settings.alpha, count);
}

/** Returns the posteriors after an epoch. If a task was attempted twice, its posterior is updated twice. */
function updatedPosteriors(posteriors: Posteriors, { tasks }: AttemptedTasks): Posteriors {
  const updated = { ...posteriors };
  for (const { family, text, scored } of tasks)
    updated[taskKey({ family, text })] = updatedPosterior(posteriorOf(updated, { family, text }), scored.count);
  return updated;
}

/**
 * Arm mopps, model predictive prompt selection (Qu et al. 2025, arXiv 2507.04632): GRPO on tasks of base data that are
 * chosen before any rollout. Past rollouts give each task a posterior of its success rate (`updatedPosterior`). Each
 * epoch draws candidates and a rate from each candidate's posterior (Thompson sampling). The agent attempts the tasks
 * whose rates are nearest the target:
 *
 *   T_t = Top-B { −(γ̂_τ − γ*)² | τ in a random candidate set },   γ̂_τ ~ Beta(a_τ, b_τ)
 *
 * Formulas, prior, discount and 8 candidates per task come from the paper and its published code. The target γ* is α;
 * in the paper it is ½. The paper leaves the data open. The control is the arm base-data, which draws from the same
 * data at random. A posterior changes only if its task is attempted.
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
