/**
 * @file What families share: the episode of a one-turn task, and the check of a level.
 */
import type { Episode, Parsed } from './family.ts';

/** A task answered with one text: whatever the agent writes ends the episode. */
export const singleTurnEpisode = (): Episode => ({ step: () => ({ observation: '', done: true }) });

export function requireLevel(family: string, level: number, levels: number): void {
  if (!Number.isInteger(level) || level < 1 || level > levels) {
    throw new RangeError(`The family ${family} has levels 1 to ${levels}; level ${level} does not exist.`);
  }
}

/** A text that is not a task, and why, in one sentence. */
export const notATask = (reason: string): Parsed<never> => ({ ok: false, reason });
