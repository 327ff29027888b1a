/**
 * @file Checks that the events of an epoch belong together, for logs that come from outside. Each event by itself is
 * checked by its schema (event-problem.ts); here is what readers of a whole epoch rely on: every stage at most once and
 * in order, indices that are unique and name what they point to, lists that are as long as each other.
 */
import { eventOf } from './event-of.ts';
import { STAGES } from '../epoch-stages.ts';
import type { Filtered, RolledOut, RunEvent, Scored, TasksWritten, WrittenTokens } from './events.ts';

/** The events of an epoch in the order of the loop. */
const ORDER: readonly RunEvent['type'][] = ['run-started', ...STAGES];

/**
 * Names the problem of the events of one epoch ("rolled-out: task 7 was not written."), or null.
 * @param events valid each by itself; the last ends the epoch
 * @param before the last event before them, null where they begin the log; undefined where it is not known
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
    (scored && scoresProblem(scored, rolledOut)) ??
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

/** The first number that occurs twice; undefined where all are different. */
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
    // A rollout of another trainer's log has no ids: its mask counts its tokens.
    if (!sameLength(one) || (ids.length > 0 && mask.length !== ids.length))
      return `rolled-out: ${name} has lists of tokens of different lengths`;
  }
  return null;
}

function scoresProblem({ rollouts, tasks }: Scored, rolledOut: RolledOut | undefined): string | null {
  const attempts = rolledOut?.rollouts ?? [];
  if (rollouts.length !== attempts.length)
    return `scored: it has ${rollouts.length} rollouts, but ${attempts.length} were made`;
  const other = rollouts.findIndex(
    ({ task, rollout }, i) => attempts[i].task !== task || attempts[i].rollout !== rollout,
  );
  if (other >= 0) return `scored: rollouts[${other}] is not the one that was made in its place`;
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
