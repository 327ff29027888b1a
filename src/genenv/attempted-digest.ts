/**
 * @file The tasks of an epoch in little: enough to count how many are different, and how many of their goals. The outline
 * of an epoch has no texts (outline-event.ts), so texts are hashes of 32 bits here. Among the 640
 * tasks of ten epochs two different texts share a hash with probability 5·10⁻⁵.
 */
import type { Family } from '../tasks/family.ts';
import { FAMILIES } from '../tasks/registry.ts';
import { textHash } from '../tasks/text.ts';
import type { TaskDigest, TaskText } from './events.ts';

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
        text: textHash(`${name} ${text}`),
        goals: goalsOf(family, text).map((goal) => textHash(`${name} ${goal}`)),
      };
    });
