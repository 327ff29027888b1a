/** @file What the events of an epoch say of one task or one rollout, joined by their numbers. */
import { groupBy } from '../../common/group-by.ts';
import type { Rollout, ScoredRollout } from './events.ts';

/** A rollout with its score. */
export interface Attempt {
  rollout: Rollout;
  score: ScoredRollout;
}

/** The entries of an event by the index of their task. */
export const byTask = <Entry extends { task: number }>(entries: readonly Entry[]): ReadonlyMap<number, Entry> =>
  new Map(entries.map((entry) => [entry.task, entry]));

/** A rollout that may not be scored yet. */
export type MadeRollout = Pick<Attempt, 'rollout'> & Partial<Attempt>;

/** The rollouts of each task with their scores; tasks in the order of their first rollouts. */
export function groupsOf(rollouts: readonly Rollout[], scores: readonly ScoredRollout[]): Map<number, Attempt[]>;
export function groupsOf(rollouts: readonly Rollout[], scores?: readonly ScoredRollout[]): Map<number, MadeRollout[]>;
export function groupsOf(rollouts: readonly Rollout[], scores: readonly ScoredRollout[] = []) {
  const nameOf = ({ task, rollout }: Pick<Rollout, 'task' | 'rollout'>) => `${task} ${rollout}`;
  const scoreOf = new Map(scores.map((score) => [nameOf(score), score]));
  return groupBy(
    rollouts.map((rollout) => ({ rollout, score: scoreOf.get(nameOf(rollout)) })),
    ({ rollout }) => rollout.task,
  );
}
