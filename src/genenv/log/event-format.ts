/**
 * @file Tells the store how to check a run's events, singly and by epoch, and how to convert earlier versions. It also
 * derives the entries that an epoch adds to D_train and D_env.
 *
 * `pools-updated` holds only the fields of a D_env entry that the loop needs. The other fields, and all entries of
 * D_train, come from other events of the epoch.
 */
import { schemaProblems } from '../../common/schema-problems.ts';
import { successRate } from '../../curriculum/environment-reward.ts';
import type { EnvironmentPoolEntry, PoolAdditions, Trace, TrainPoolEntry } from '../../store/pool-contract.ts';
import { type EventFormat, newerRun } from '../../store/run-store.ts';
import { knownFamily } from '../../tasks/registry.ts';
import { isValidTrace } from '../pools.ts';
import { parseSettings, settingProblems, SettingsError } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { eventOf, joinEvents, type MadeRollout, STAGES } from './epoch-events.ts';
import {
  type EnvironmentEntry,
  EVENT_VERSION,
  type Filtered,
  type RolledOut,
  runEvent,
  type RunEvent,
  type RunStarted,
  type Scored,
  type TasksWritten,
  type WrittenTokens,
} from './events.ts';
import { outlineEvent } from './outline-event.ts';
import { solveText } from '../../tasks/family-parts.ts';

const checkedEvent = runEvent.superRefine((event, context) => {
  const field = event.type === 'run-started' ? 'settings' : 'changes';
  const values = event.type === 'run-started' ? event.settings : event.type === 'settings-changed' && event.changes;
  if (values && settingProblems(values).length > 0)
    context.addIssue({ code: 'custom', path: [field], message: 'Settings are not valid.' });
});

/** Returns the problem of an event, such as "is not an event: tasks[3].kept: …", or null. */
export function eventProblem(value: unknown): string | null {
  const parsed = checkedEvent.safeParse(value);
  if (parsed.success) return null;
  const [{ place, cause }] = schemaProblems(parsed.error);
  return `is not an event: ${place}: ${cause}`;
}

const ORDER: readonly RunEvent['type'][] = ['run-started', ...STAGES];

/**
 * Returns the problem of an epoch, such as "rolled-out: task 7 was not written", or null. Logs may come from outside,
 * and readers of an epoch rely on this check. Every stage may occur at most once, and in order. Indices must be unique
 * and refer to existing entries. Matching lists must have the same length.
 * @param events events that match their schemas; the last event must end the epoch
 * @param before the preceding event, null if `events` begin the log, or undefined if unknown
 */
export function epochProblem(events: readonly RunEvent[], before: unknown): string | null {
  const problem = orderProblem(events, before);
  if (problem) return problem;
  const written = eventOf(events, 'tasks-written');
  const rolledOut = eventOf(events, 'rolled-out');
  const scored = eventOf(events, 'scored');
  const filtered = eventOf(events, 'filtered');
  return (
    (written && textsProblem(written)) ??
    (rolledOut && rolloutsProblem(rolledOut, written)) ??
    (scored && scoresProblem(scored, rolledOut, eventOf(events, 'agent-updated')?.note?.code === 'imported-step')) ??
    (filtered && filterProblem(filtered, written)) ??
    null
  );
}

function orderProblem(events: readonly RunEvent[], before: unknown): string | null {
  if (before === null && events[0]?.type !== 'run-started') return 'the log does not begin with the start of a run';
  const end = events.at(-1);
  if (end?.type !== 'epoch-ended') return 'the epoch does not end';
  if (end.state.epoch !== end.epoch) return `epoch-ended: its state is that of epoch ${end.state.epoch}`;
  const last = (before as { epoch?: unknown } | null | undefined)?.epoch;
  if (typeof last === 'number' && end.epoch <= last) return `epoch ${end.epoch} follows epoch ${last}`;
  let place = before === null ? -1 : 0;
  for (const event of events) {
    if (event.type !== 'run-started' && event.epoch !== end.epoch)
      return `${event.type}: it is of epoch ${event.epoch}, within epoch ${end.epoch}`;
    if (event.type === 'settings-changed') continue;
    const next = ORDER.indexOf(event.type);
    if (next <= place) return `${event.type}: it stands twice, or in the wrong place`;
    place = next;
  }
  return null;
}

/** Returns the first number that occurs twice, or undefined if all are different. */
function repeated(numbers: readonly number[]): number | undefined {
  const seen = new Set<number>();
  return numbers.find((number) => seen.size === seen.add(number).size);
}

const sameLength = ({ ids, tokens, logprobs }: WrittenTokens): boolean =>
  tokens.length === ids.length && (logprobs.length === ids.length || logprobs.length === 0);

function textsProblem({ texts }: TasksWritten): string | null {
  const twice = repeated(texts.map(({ index }) => index));
  if (twice !== undefined) return `tasks-written: task ${twice} stands twice`;
  const uneven = texts.find(({ written }) => written && !sameLength(written));
  return uneven ? `tasks-written: task ${uneven.index} has lists of tokens of different lengths` : null;
}

function rolloutsProblem({ rollouts }: RolledOut, written: TasksWritten | undefined): string | null {
  const tasks = new Set(written?.texts.map(({ index }) => index));
  const seen = new Set<string>();
  for (const one of rollouts) {
    const { task, rollout, ids, mask } = one;
    const name = `rollout ${rollout} of task ${task}`;
    if (!tasks.has(task)) return `rolled-out: task ${task} was not written`;
    if (seen.size === seen.add(name).size) return `rolled-out: ${name} stands twice`;
    // Rollouts of another trainer's log have no ids. The length of the mask gives their number of tokens.
    if (!sameLength(one) || (ids.length > 0 && mask.length !== ids.length))
      return `rolled-out: ${name} has lists of tokens of different lengths`;
  }
  return null;
}

const isSame = (one: { task: number; rollout: number }, task: number, rollout: number): boolean =>
  one.task === task && one.rollout === rollout;

/**
 * Returns the problem of a `scored` event, or null.
 * @param someUnknown true for another trainer's log, in which rollouts without a reward are not scored
 */
function scoresProblem(
  { rollouts, tasks }: Scored,
  rolledOut: RolledOut | undefined,
  someUnknown: boolean,
): string | null {
  const attempts = rolledOut?.rollouts ?? [];
  if (someUnknown ? rollouts.length > attempts.length : rollouts.length !== attempts.length)
    return `scored: it has ${rollouts.length} rollouts, but ${attempts.length} were made`;
  let next = 0;
  for (const [i, { task, rollout }] of rollouts.entries()) {
    while (someUnknown && next < attempts.length && !isSame(attempts[next], task, rollout)) next += 1;
    if (next === attempts.length || !isSame(attempts[next], task, rollout))
      return `scored: rollouts[${i}] is not the one that was made in its place`;
    next += 1;
  }
  const attempted = new Set(attempts.map(({ task }) => task));
  const twice = repeated(tasks.map(({ task }) => task));
  if (twice !== undefined) return `scored: task ${twice} stands twice`;
  const unknown = tasks.find(({ task }) => !attempted.has(task));
  if (unknown) return `scored: task ${unknown.task} was not attempted`;
  const wrong = tasks.find(({ count, scope }) => [count, scope].some(({ k, n }) => k < 0 || k > n));
  return wrong ? `scored: task ${wrong.task} was solved more often than it was attempted` : null;
}

function filterProblem({ tasks }: Filtered, written: TasksWritten | undefined): string | null {
  const known = new Set(written?.texts.map(({ index }) => index));
  const twice = repeated(tasks.map(({ task }) => task));
  if (twice !== undefined) return `filtered: task ${twice} stands twice`;
  const unknown = tasks.find(({ task }) => !known.has(task));
  return unknown ? `filtered: task ${unknown.task} was not written` : null;
}

export const runEventFormat: EventFormat<RunEvent> = {
  first: 'run-started',
  upgrade,
  problem: eventProblem,
  epochProblem,
  outline: outlineEvent,
  poolEntries,
};

/**
 * Converts an event to the current version. Settings that the log does not have get their defaults.
 * @throws CodedError if a later version wrote the log; Error if the settings are not valid
 */
function upgrade(event: unknown): RunEvent {
  const started = event as Partial<RunStarted>;
  if (started.type !== 'run-started') return event as RunEvent;
  if (Number(started.version) > EVENT_VERSION) throw newerRun(Number(started.version), EVENT_VERSION);
  return { ...started, settings: settingsOf(started.settings) } as RunStarted;
}

function settingsOf(given: unknown): Settings {
  try {
    return parseSettings(given);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new Error(`its settings are not valid (${error.problems.map(({ name, code }) => name ?? code).join(', ')})`);
  }
}

const sameIds = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

const traceOf = ({ rollout: { turns, ids, mask, logprobs }, score }: MadeRollout): Trace => ({
  turns,
  ids,
  mask: ids.length > 0 ? mask : [],
  logprobs,
  reward: score!.reward,
  advantage: score!.advantage,
});

function keyOf(name: string, text: string): string[] {
  const family = knownFamily(name);
  return (family && solveText(family, text)) ?? [];
}

function poolEntries(epoch: readonly RunEvent[]): PoolAdditions {
  const texts = eventOf(epoch, 'tasks-written')?.texts ?? [];
  const tasks = joinEvents(texts, eventOf(epoch, 'rolled-out'), eventOf(epoch, 'scored'), eventOf(epoch, 'filtered'));
  const added = eventOf(epoch, 'pools-updated');

  const train = tasks.flatMap(({ family, source, level, text, key: written, rollouts, scored }): TrainPoolEntry[] => {
    const traces = rollouts.filter(isValidTrace).map(traceOf);
    if (!added || !scored || traces.length === 0) return [];
    const success = successRate(scored.count);
    const key = written?.turns ?? keyOf(family, text);
    return [{ epoch: added.epoch, family, source, level, success, text, key, traces }];
  });

  const environment = (entry: EnvironmentEntry): EnvironmentPoolEntry => {
    const { family, successRate: success, ...pair } = entry;
    const written = texts.find(
      (text) =>
        text.family === family &&
        text.context === entry.context &&
        text.written !== null &&
        sameIds(text.written.ids, entry.writtenIds),
    );
    const { level = 0, text = '' } = written ?? {};
    const { context, contextIds, writtenIds, weight } = pair;
    const source = 'environment';
    return { epoch: entry.epoch, family, source, level, success, text, context, contextIds, writtenIds, weight };
  };

  return { train, environment: (added?.environment ?? []).map(environment) };
}
