/** @file Joins the events of an epoch about each task by the numbers of tasks and rollouts. */
import { groupBy } from '../../common/group-by.ts';
import type { Filtered, RolledOut, Rollout, Scored, ScoredRollout, TaskText } from './events.ts';

export interface Attempt {
  rollout: Rollout;
  score: ScoredRollout;
}

/** A rollout that may not be scored yet. */
export type MadeRollout = Pick<Attempt, 'rollout'> & Partial<Attempt>;

export interface TaskEvents {
  rollouts: readonly Attempt[];
  scored: Scored['tasks'][number];
  filtered: Filtered['tasks'][number];
}

/** The same as far as the epoch has come. */
export type TaskEventsSoFar = Partial<Omit<TaskEvents, 'rollouts'>> & { rollouts: readonly MadeRollout[] };

/** The rollouts of one task: the group in which its advantages are normalised. */
export type Group = Pick<TaskEvents, 'rollouts'>;

export const rewardsOf = ({ rollouts }: Group): number[] => rollouts.map(({ score }) => score.reward);

/** Entries of an event by the index of their task. */
const byTask = <Entry extends { task: number }>(entries: readonly Entry[] = []) =>
  new Map(entries.map((entry) => [entry.task, entry]));

export function joinEvents<Text extends TaskText>(
  texts: readonly Text[],
  rolledOut: Pick<RolledOut, 'rollouts'>,
  scored: Pick<Scored, 'rollouts' | 'tasks'>,
  filtered: Pick<Filtered, 'tasks'>,
): (Text & TaskEvents)[];
export function joinEvents<Text extends TaskText>(
  texts: readonly Text[],
  rolledOut: RolledOut | undefined,
  scored: Scored | undefined,
  filtered: Filtered | undefined,
): (Text & TaskEventsSoFar)[];
export function joinEvents<Text extends TaskText>(
  texts: readonly Text[],
  rolledOut?: Pick<RolledOut, 'rollouts'>,
  scored?: Pick<Scored, 'rollouts' | 'tasks'>,
  filtered?: Pick<Filtered, 'tasks'>,
) {
  const nameOf = ({ task, rollout }: Pick<Rollout, 'task' | 'rollout'>) => `${task} ${rollout}`;
  const scores = new Map(scored?.rollouts.map((score) => [nameOf(score), score]));
  const attempts = rolledOut?.rollouts.map((rollout) => ({ rollout, score: scores.get(nameOf(rollout)) })) ?? [];
  const [rolloutsOf, scoredOf, filteredOf] = [
    groupBy(attempts, ({ rollout }) => rollout.task),
    byTask(scored?.tasks),
    byTask(filtered?.tasks),
  ];
  return texts.map((text) => ({
    ...text,
    rollouts: rolloutsOf.get(text.index) ?? [],
    scored: scoredOf.get(text.index),
    filtered: filteredOf.get(text.index),
  }));
}
