/**
 * @file Reads the events of one epoch. It finds an event, joins all events about a task, adds costs, and lists the
 * stages in order.
 */
import { groupBy } from '../../common/mean.ts';
import type {
  Cost,
  Filtered,
  RolledOut,
  Rollout,
  RunEvent,
  Scored,
  ScoredRollout,
  TaskSource,
  TaskText,
} from './events.ts';

export interface Attempt {
  rollout: Rollout;
  score: ScoredRollout;
}

/** A rollout whose score is missing until the stage `scored`. */
export type MadeRollout = Pick<Attempt, 'rollout'> & Partial<Attempt>;

export interface TaskEvents {
  rollouts: readonly Attempt[];
  scored: Scored['tasks'][number];
  filtered: Filtered['tasks'][number];
}

/** Events of a task while its epoch runs. Any of them may still be missing. */
export type TaskEventsSoFar = Partial<Omit<TaskEvents, 'rollouts'>> & { rollouts: readonly MadeRollout[] };

/** A group is the rollouts of one task. GRPO normalises advantages within a group. */
export type Group = Pick<TaskEvents, 'rollouts'>;

export const rewardsOf = ({ rollouts }: Group): number[] => rollouts.map(({ score }) => score.reward);

/** Concatenates the rollouts of all groups. `flatMap` would be slow for large imported epochs. */
export function allRollouts<Made>(groups: readonly { rollouts: readonly Made[] }[]): Made[] {
  const all: Made[] = [];
  for (const { rollouts } of groups) for (const one of rollouts) all.push(one);
  return all;
}

const byTask = <Entry extends { task: number }>(entries: readonly Entry[] = []) =>
  new Map(entries.map((entry) => [entry.task, entry]));

/** Joins texts of an epoch with their rollouts, scores and filter results. Results of later stages may be missing. */
export function joinEvents<Text extends TaskText>(
  texts: readonly Text[],
  rolledOut?: Pick<RolledOut, 'rollouts'>,
  scored?: Pick<Scored, 'rollouts' | 'tasks'>,
  filtered?: Pick<Filtered, 'tasks'>,
): (Text & TaskEventsSoFar)[] {
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

export const eventOf = <Type extends RunEvent['type']>(
  epoch: readonly RunEvent[],
  type: Type,
): Extract<RunEvent, { type: Type }> | undefined =>
  epoch.find((event): event is Extract<RunEvent, { type: Type }> => event.type === type);

export const agentTokens = ({ mask }: Pick<Rollout, 'mask'>): number => mask.reduce<number>((sum, own) => sum + own, 0);

/** Returns true if the environment may regress on this source: texts that it wrote in this epoch, and examples. */
export const isRegressedOn = (source: TaskSource): boolean => source === 'environment' || source === 'example';

export const STAGES = [
  'tasks-written',
  'rolled-out',
  'scored',
  'filtered',
  'agent-updated',
  'environment-updated',
  'pools-updated',
  'epoch-ended',
] as const satisfies readonly RunEvent['type'][];

export type EpochStage = (typeof STAGES)[number];

export const costFields = [
  'agentTokens',
  'environmentTokens',
  'agentFlops',
  'environmentFlops',
  'agentRollouts',
] as const satisfies readonly (keyof Cost)[];

const costOf = (amount: (name: keyof Cost) => number): Cost =>
  Object.fromEntries(costFields.map((name) => [name, amount(name)])) as unknown as Cost;

export const noCost = (): Cost => costOf(() => 0);

export const addCosts = (a: Cost, b: Cost): Cost => costOf((name) => a[name] + b[name]);

export const tokensOf = ({ agentTokens, environmentTokens }: Cost): number => agentTokens + environmentTokens;

export const flopsOf = ({ agentFlops, environmentFlops }: Cost): number => agentFlops + environmentFlops;
