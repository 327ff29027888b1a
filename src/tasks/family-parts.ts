/**
 * @file What families share: the episode of a one-turn task, and the check of a level.
 */
import type { Episode, FamilyReason, ParsedTask } from './family.ts';

/** The episode of a task that is answered with one text: it ends with the agent's first turn. */
export const singleTurnEpisode = (): Episode => ({ step: () => ({ observation: '', done: true }) });

export function requireLevel(family: string, level: number, levels: number): void {
  if (!Number.isInteger(level) || level < 1 || level > levels) {
    throw new RangeError(`The family ${family} has levels 1 to ${levels}; level ${level} does not exist.`);
  }
}

/** A text that is not a task, and why. */
export const notATask = <Reason extends FamilyReason>(reason: Reason): ParsedTask<never, Reason> => ({
  ok: false,
  reason,
});
