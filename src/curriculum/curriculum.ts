/**
 * @file Computes step 2 of Algorithm 1 in double precision, for TablePolicy, the analysis of logs, other trainers, and
 * tests. A policy on the GPU uses ops/ instead. `assess` computes the rewards, successes and advantages of the agent's
 * rollouts. `weigh` computes the environment's rewards, the filter and the regression weights of tasks.
 *
 * Group advantages of GRPO are the rewards of one task's rollouts, centred and perhaps scaled: A_i = (r_i − μ)/(σ + ε).
 * Dividing by σ removes the factor p(1 − p) of Proposition 1. Then p matters only through the chance
 * 1 − pᴳ − (1 − p)ᴳ that a group is mixed. Dr. GRPO (Liu et al. 2025) does not divide.
 */
import { meanOrZero } from '../common/mean.ts';
import {
  type Band,
  inBand,
  regressionWeight,
  rewardOf,
  type RewardSettings,
  type SuccessCount,
  successRate,
} from './environment-reward.ts';

export interface AdvantageScale {
  /** Divisor of centred rewards: σ with ddof 1 (`sample`), σ with ddof 0 (`population`), or none. */
  scale: 'sample' | 'population' | 'none';
  /** Number ε that is added to σ. */
  epsilon: number;
}

/** Returns true if the rewards of a group differ. Other groups carry no policy gradient. */
export const isMixed = (rewards: readonly number[]): boolean => rewards.some((reward) => reward !== rewards[0]);

/** Returns the advantages of one task's rollouts, in their order. All are 0 if the rewards are equal. */
export function groupAdvantages(rewards: readonly number[], { scale, epsilon }: AdvantageScale): number[] {
  if (!isMixed(rewards)) return rewards.map(() => 0);
  const mean = meanOrZero(rewards);
  if (scale === 'none') return rewards.map((reward) => reward - mean);
  const squares = rewards.reduce((sum, reward) => sum + (reward - mean) * (reward - mean), 0);
  const deviation = Math.sqrt(squares / (rewards.length - (scale === 'sample' ? 1 : 0)));
  return rewards.map((reward) => (reward - mean) / (deviation + epsilon));
}

/** Returns P(mixed group) = 1 − pᴳ − (1 − p)ᴳ, the chance that a task with success rate p gives any signal. */
export const mixedGroupProbability = (p: number, groupSize: number): number =>
  1 - p ** groupSize - (1 - p) ** groupSize;

export type RewardQuestion =
  /** Reward that a program has already computed. */
  | { rule: 'given'; reward: number }
  /** Exact match of token ids: 1[a′ = a]. */
  | { rule: 'exact-match'; answer: readonly number[]; reference: readonly number[] }
  /** Token F1 of two texts as token ids. Both texts are already normalised. */
  | { rule: 'token-f1'; answer: readonly number[]; reference: readonly number[] };

export interface AssessmentRequest {
  /** Rollouts of all tasks. The rollouts of one task are adjacent. */
  rollouts: readonly RewardQuestion[];
  /** Number of rollouts of each task, in order. They add up to the number of rollouts. */
  groupSizes: readonly number[];
  /** Smallest reward that is a success. */
  successThreshold: number;
  scale: AdvantageScale;
}

/** Rewards, advantages and counts, in the order of the request. */
export interface Assessment {
  rewards: number[];
  advantages: number[];
  /** k successes in n rollouts, for each task. */
  counts: SuccessCount[];
}

export interface WeighingRequest {
  /** k successes in n rollouts, for each task. */
  counts: readonly SuccessCount[];
  /** Number of each task's scope. Tasks with the same number share one p̂. */
  scopeOf: readonly number[];
  reward: RewardSettings;
  /** Penalties of the tasks, from 0 to 1. A penalty reduces the task's reward, but not below 0. */
  penalties: readonly number[];
  band: Band;
  lambda: number;
  /** True for each task that the environment wrote in this epoch. Only such tasks get a regression weight. */
  own: readonly boolean[];
}

/** Summed counts, rewards, filter results and weights, in the order of the tasks. */
export interface Weighing {
  /** Summed counts of each task's scope, from which p̂ is computed. */
  scopes: SuccessCount[];
  rewards: number[];
  kept: boolean[];
  /** exp(λ·R_env) before normalisation. 0 if the task is filtered out or the environment did not write it. */
  weights: number[];
}

/** Compares reward and threshold in f32, so that CPU and GPU count the same successes. */
export const isSuccess = (reward: number, threshold: number): boolean => Math.fround(reward) >= Math.fround(threshold);

function tokenF1(answer: readonly number[], reference: readonly number[]): number {
  const left = [...answer];
  const both = reference.filter((token) => {
    const at = left.indexOf(token);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return both === 0 ? 0 : (2 * both) / (answer.length + reference.length);
}

function rewardTo(question: RewardQuestion): number {
  if (question.rule === 'given') return question.reward;
  const { answer, reference } = question;
  if (question.rule === 'token-f1') return tokenF1(answer, reference);
  return answer.length === reference.length && answer.every((token, i) => token === reference[i]) ? 1 : 0;
}

/** Counts the successes of each task. The rollouts of one task are adjacent. */
export function successCounts(
  rewards: readonly number[],
  { groupSizes, successThreshold }: Pick<AssessmentRequest, 'groupSizes' | 'successThreshold'>,
): SuccessCount[] {
  let start = 0;
  return groupSizes.map((n) => {
    const group = rewards.slice(start, (start += n));
    return { k: group.filter((reward) => isSuccess(reward, successThreshold)).length, n };
  });
}

export function assess(request: AssessmentRequest): Assessment {
  const rewards = request.rollouts.map(rewardTo);
  let start = 0;
  const advantages = request.groupSizes.flatMap((n) =>
    groupAdvantages(rewards.slice(start, (start += n)), request.scale),
  );
  return { rewards, advantages, counts: successCounts(rewards, request) };
}

/** Returns, for each task, the sum of the counts in its scope, from which p̂ is computed. */
export function scopeCounts({ counts, scopeOf }: Pick<WeighingRequest, 'counts' | 'scopeOf'>): SuccessCount[] {
  const sums = new Map<number, SuccessCount>();
  counts.forEach(({ k, n }, task) => {
    const sum = sums.get(scopeOf[task]) ?? { k: 0, n: 0 };
    sums.set(scopeOf[task], { k: sum.k + k, n: sum.n + n });
  });
  return scopeOf.map((scope) => sums.get(scope)!);
}

export function weigh(request: WeighingRequest): Weighing {
  const { reward, penalties, band, lambda, own } = request;
  const scopes = scopeCounts(request);
  const rewards = scopes.map((scope, task) => Math.max(0, rewardOf(successRate(scope), reward) - penalties[task]));
  const kept = scopes.map((scope) => inBand(scope, band));
  const weights = rewards.map((value, task) => (kept[task] && own[task] ? regressionWeight(value, lambda) : 0));
  return { scopes, rewards, kept, weights };
}
