/**
 * @file Makes outlines, which are events without their lists of texts, tasks and rollouts. These lists take up nearly
 * all of a log. Curves, summaries and the timeline need only outlines, so a long run opens fast. The page reads an
 * epoch's full events when the user opens the epoch.
 */
import type { Family } from '../../tasks/family.ts';
import { knownFamily } from '../../tasks/registry.ts';
import { textHash } from '../../tasks/text.ts';
import type { AttemptedDigest, RunEvent, TaskText } from './events.ts';

/** Returns the goals of a task. If the family has no goals or is unknown (imported runs), returns the text. */
function goalsOf(family: Family | undefined, text: string): readonly string[] {
  const parsed = family?.goals ? family.parse(text) : undefined;
  return parsed?.ok ? family!.goals!(parsed.task) : [text];
}

const BASE = 36;
const SEPARATOR = ' ';

const packHashes = (hashes: readonly number[]): string => hashes.map((hash) => hash.toString(BASE)).join(SEPARATOR);

export const unpackHashes = (hashes: string): string[] => (hashes === '' ? [] : hashes.split(SEPARATOR));

/**
 * Hashes the attempted tasks of an epoch and their goals to 32 bits, so that outlines suffice to count different tasks.
 * Among 640 tasks (ten epochs of 64), two different texts share a hash with probability 5·10⁻⁵.
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
