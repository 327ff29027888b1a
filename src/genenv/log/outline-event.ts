/**
 * @file Makes the outline of an event: the event without the lists that hold its texts, tokens and rollouts, which are
 * nearly all of a log's bytes. Curves, summaries and the timeline are folds over outlines, so a long run opens without
 * its details. The details of an epoch are read when the user looks at it.
 */
import type { Family } from '../../tasks/family.ts';
import { knownFamily } from '../../tasks/registry.ts';
import { textHash } from '../../tasks/text.ts';
import type { AttemptedDigest, RunEvent, TaskText } from './events.ts';

/** Returns the goals of a task, or its text if the family has no smaller parts or is unknown (an imported run). */
function goalsOf(family: Family | undefined, text: string): readonly string[] {
  const parsed = family?.goals ? family.parse(text) : undefined;
  return parsed?.ok ? family!.goals!(parsed.task) : [text];
}

const BASE = 36;
const SEPARATOR = ' ';

const packHashes = (hashes: readonly number[]): string => hashes.map((hash) => hash.toString(BASE)).join(SEPARATOR);

export const unpackHashes = (hashes: string): string[] => (hashes === '' ? [] : hashes.split(SEPARATOR));

/**
 * Digests the tasks of an epoch: enough to count how many are different, and how many of their goals. The outline of an
 * epoch has no texts, so texts are hashes of 32 bits here. Among the 640 tasks of ten epochs two different texts share
 * a hash with probability 5·10⁻⁵.
 */
export function attemptedDigest(texts: readonly TaskText[]): AttemptedDigest {
  const attempted = texts.filter(({ used }) => used);
  const hashOf = ({ family }: TaskText, part: string) => textHash(`${family} ${part}`);
  const goals = (task: TaskText) => goalsOf(knownFamily(task.family), task.text);
  return {
    texts: packHashes(attempted.map((task) => hashOf(task, task.text))),
    goals: packHashes(attempted.flatMap((task) => goals(task).map((goal) => hashOf(task, goal)))),
  };
}

/**
 * Returns the event without its lists of tasks, rollouts and pool entries, and with a digest of the attempted tasks.
 */
export function outlineEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case 'tasks-written':
      return { ...event, texts: [], attempted: event.attempted ?? attemptedDigest(event.texts) };
    case 'rolled-out':
      return { ...event, rollouts: [] };
    case 'scored':
      return { ...event, rollouts: [], tasks: [] };
    case 'filtered':
      return { ...event, tasks: [] };
    case 'pools-updated':
      return { ...event, environment: [] };
    case 'epoch-ended': {
      const { armState, ...state } = event.state;
      return { ...event, state };
    }
    default:
      return event;
  }
}
