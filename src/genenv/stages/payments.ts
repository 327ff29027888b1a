/**
 * @file Rewards of the environment that an arm measures, in the place of those that follow from p̂. Data sets of tasks are
 * paid; every task of a set has its reward.
 */
import { regressionWeight } from '../../curriculum/regression-weights.ts';
import type { FilterReason } from '../log/reasons.ts';
import type { ScoredRollouts } from './score-rollouts.ts';

export interface Payment {
  /** R_env. */
  reward: number;
  kept: boolean;
  reason: FilterReason;
}

/** By index of the task. */
export type Payments = ReadonlyMap<number, Payment>;

/** The events of scored rollouts with the payments of an arm; a task without one earns nothing and has no weight. */
export const withPayments = ({ scored, filter }: ScoredRollouts, payments: Payments): ScoredRollouts => ({
  scored: {
    ...scored,
    tasks: scored.tasks.map((task) => ({ ...task, environmentReward: payments.get(task.task)?.reward ?? 0 })),
  },
  async filter(settings) {
    const filtered = await filter(settings);
    return {
      ...filtered,
      tasks: filtered.tasks.map((task) => {
        const payment = payments.get(task.task);
        if (!payment) return task;
        const { reward, kept, reason } = payment;
        return { ...task, kept, reason, weight: kept ? regressionWeight(reward, settings.lambda) : 0 };
      }),
    };
  },
});
