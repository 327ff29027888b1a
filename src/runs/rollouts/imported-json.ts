/**
 * @file Writes the lists of an imported run's events as JSON. JSON.stringify gives the same text but takes twice as
 * long. A log has millions of entries, and most fields are the same in each.
 */
import { CodedError } from '../../common/coded-error.ts';
import type { Filtered, Rollout, Scored, ScoredRollout, TaskText } from '../../genenv/log/events.ts';
import type { LoggedEvent } from '../../store/run-store.ts';

const json = JSON.stringify;
const jsonList = (values: readonly unknown[]): string => (values.length === 0 ? '[]' : json(values));

/** Imported masks of the same length are equal. Long masks are rare, and take memory. */
const masks: string[] = [];
const maskJson = (mask: Rollout['mask']): string =>
  mask.length > 512 ? json(mask) : (masks[mask.length] ??= json(mask));

function textJson({ index, family, source, batch, text, level, prompt }: TaskText): string {
  const asked = json(prompt);
  return (
    `{"index":${index},"family":${json(family)},"source":"${source}","batch":${batch},"context":"","seed":"",` +
    `"written":null,"text":${text === prompt ? asked : json(text)},"verdict":"valid","reason":null,"level":${level},"oracleLength":0,` +
    `"prompt":${asked},"used":true}`
  );
}

const rolloutJson = ({ task, rollout, ids, tokens, logprobs, mask, turns, observations }: Rollout): string =>
  `{"task":${task},"rollout":${rollout},"ids":${jsonList(ids)},"tokens":${jsonList(tokens)},` +
  `"logprobs":${jsonList(logprobs)},"mask":${maskJson(mask)},"turns":${json(turns)},` +
  `"observations":${jsonList(observations)},"finish":"stop"}`;

function scoreJson({ task, rollout, reward, success, reason, advantage }: ScoredRollout): string {
  // Products and sums of columns may be infinite. Every other number was read as a finite one.
  if (!Number.isFinite(reward) || !Number.isFinite(advantage))
    throw new CodedError('event-not-finite', { place: `rollouts of task ${task}`, event: 'scored' });
  return (
    `{"task":${task},"rollout":${rollout},"reward":${reward},"success":${success},"wellFormed":true,` +
    `"reason":${json(reason)},"advantage":${advantage}}`
  );
}

const taskJson = ({ task, count, scope, successRate, environmentReward }: Scored['tasks'][number]): string =>
  `{"task":${task},"count":{"k":${count.k},"n":${count.n}},"scope":{"k":${scope.k},"n":${scope.n}},` +
  `"successRate":${successRate},"environmentReward":${environmentReward}}`;

const filterJson = ({ task, kept, reason, weight }: Filtered['tasks'][number]): string =>
  `{"task":${task},"kept":${kept},"reason":${json(reason)},"weight":${weight}}`;

const writers: Readonly<Record<string, (entry: never) => string>> = {
  'tasks-written.texts': textJson,
  'rolled-out.rollouts': rolloutJson,
  'scored.rollouts': scoreJson,
  'scored.tasks': taskJson,
  'filtered.tasks': filterJson,
};

/** Writes the entries of an event's list, separated by commas. */
export const importedJson = ({ type }: LoggedEvent, list: string, entries: readonly unknown[]): string =>
  entries.map(writers[`${type}.${list}`] as (entry: unknown) => string).join();
