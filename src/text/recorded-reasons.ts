/**
 * @file Reasons that a log of version 1 holds as English sentences (genenv/upgrade-event.ts), for languages that have their
 * own: those of the household, the family of the recorded run.
 */
import type { HouseholdReason } from '../tasks/families/household/reasons.ts';

/** Each sentence, and the reason that its numbers and names make. */
const SENTENCES: readonly (readonly [RegExp, (...found: string[]) => HouseholdReason])[] = [
  [/^The text is empty\.$/, () => ({ code: 'household/empty-text' })],
  [
    /^Goal (\d+) is not one verb and one object\.$/,
    (goal) => ({ code: 'household/malformed-goal', goal: Number(goal) }),
  ],
  [/^“(.*)” is not a verb of this world\.$/, (word) => ({ code: 'household/unknown-verb', word })],
  [/^“(.*)” is not an object of this world\.$/, (word) => ({ code: 'household/unknown-object', word })],
  [/^The object “(.*)” has two goals\.$/, (object) => ({ code: 'household/two-goals', object })],
  [
    /^The text has (\d+) goals; (\d+) is the most\.$/,
    (goals, most) => ({ code: 'household/too-many-goals', goals: Number(goals), most: Number(most) }),
  ],
  [
    /^The answer is not object, verb and station of every goal, in order\.$/,
    () => ({ code: 'household/malformed-answer' }),
  ],
  [/^Every object is at the station of its verb\.$/, () => ({ code: 'household/solved' })],
  [
    /^Goal (\d+): the (.*) is not where one can (.*) the (.*)\.$/,
    (goal, station, verb, object) => ({ code: 'household/wrong-station', goal: Number(goal), station, verb, object }),
  ],
];

/** Undefined for any other sentence. */
export function recordedReason(sentence: string): HouseholdReason | undefined {
  for (const [pattern, reason] of SENTENCES) {
    const [whole, ...found] = pattern.exec(sentence) ?? [];
    if (whole !== undefined) return reason(...found);
  }
  return undefined;
}
