/**
 * @file The tasks of an epoch in little: enough to count how many are different, and how many of their goals. The outline
 * of an epoch has no texts (outline-event.ts), so texts are hashes of 32 bits here. Among the 640
 * tasks of ten epochs two different texts share a hash with probability 5·10⁻⁵.
 */
import type { Family } from '../../tasks/family.ts';
import { knownFamily } from '../../tasks/registry.ts';
import { textHash } from '../../tasks/text.ts';
import type { AttemptedDigest, TaskText } from './events.ts';

/** The goals of a task; the text itself where the family has no smaller parts, or is not known here (an imported run). */
function goalsOf(family: Family | undefined, text: string): readonly string[] {
  const parsed = family?.goals ? family.parse(text) : undefined;
  return parsed?.ok ? family!.goals!(parsed.task) : [text];
}

const BASE = 36;
const SEPARATOR = ' ';

const packHashes = (hashes: readonly number[]): string => hashes.map((hash) => hash.toString(BASE)).join(SEPARATOR);

export const unpackHashes = (hashes: string): string[] => (hashes === '' ? [] : hashes.split(SEPARATOR));

export function attemptedDigest(texts: readonly TaskText[]): AttemptedDigest {
  const attempted = texts.filter(({ used }) => used);
  const hashOf = ({ family }: TaskText, part: string) => textHash(`${family} ${part}`);
  const goals = (task: TaskText) => goalsOf(knownFamily(task.family), task.text);
  return {
    texts: packHashes(attempted.map((task) => hashOf(task, task.text))),
    goals: packHashes(attempted.flatMap((task) => goals(task).map((goal) => hashOf(task, goal)))),
  };
}
