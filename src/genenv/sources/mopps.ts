/**
 * @file The arm mopps, model predictive prompt selection (Qu et al. 2025, arXiv 2507.04632), is GRPO on base data whose
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
import { z } from 'zod';
import { betaQuantile } from '../../common/mean.ts';
import type { SuccessCount } from '../../curriculum/environment-reward.ts';
import { taskKey } from '../pools.ts';
import { type Arm, type AttemptedTasks, type EpochRequest, genenvRules } from './arm.ts';
import {
  baseCandidates,
  type BaseTask,
  drawStream,
  knownTask,
  mixture,
  nearestTarget,
  numbered,
} from './epoch-tasks.ts';
import { replays } from './history.ts';

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
 * The prior a₀ = b₀ = 1 and λ = ½ are those of the published code (verl, recipe/mopps).
 */
export const updatedPosterior = ({ a, b }: SuccessPosterior, { k, n }: SuccessCount): SuccessPosterior => ({
  a: discounted(a, PRIOR.a) + k,
  b: discounted(b, PRIOR.b) + (n - k),
});

/** Draws a success rate from the posterior: the quantile of a uniform number in [0, 1). */
export const sampledSuccess = ({ a, b }: SuccessPosterior, uniform: number): number => betaQuantile(uniform, a, b);

/** By `taskKey`, for every task ever attempted. */
type Posteriors = Readonly<Record<string, SuccessPosterior>>;

const posteriorOf = (posteriors: Posteriors, task: BaseTask): SuccessPosterior => posteriors[taskKey(task)] ?? PRIOR;

/** Chooses `count` tasks of the base data. */
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
