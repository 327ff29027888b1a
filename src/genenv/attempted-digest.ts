/**
 * @file The tasks of an epoch in little: enough to count how many are different, and how many of their goals. The outline
 * of an epoch has no texts (outline-event.ts), so texts are 32-bit hashes here: FNV-1a over UTF-16 units. Among the 640
 * tasks of ten epochs two different texts share a hash with probability 5·10⁻⁵.
 */
import type { Family } from '../tasks/family.ts';
import { FAMILIES } from '../tasks/registry.ts';
import type { TaskDigest, TaskText } from './events.ts';

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

function hash(text: string): number {
  let value = OFFSET;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), PRIME);
  return value >>> 0;
}

/** The goals of a task; the text itself where the family has no smaller parts, or is not known here (an imported run). */
function goalsOf(family: Family | undefined, text: string): readonly string[] {
  const parsed = family?.goals ? family.parse(text) : undefined;
  return parsed?.ok ? family!.goals!(parsed.task) : [text];
}

/** One entry for each task that the agent attempts, in their order. */
export const attemptedDigest = (texts: readonly TaskText[], families: readonly Family[] = FAMILIES): TaskDigest[] =>
  texts
    .filter(({ used }) => used)
    .map(({ family: name, text }) => {
      const family = families.find((one) => one.name === name);
      return {
        text: hash(`${name} ${text}`),
        goals: goalsOf(family, text).map((goal) => hash(`${name} ${goal}`)),
      };
    });
