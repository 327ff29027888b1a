/** @file Parts that families share. */
import type { Episode, FamilyReason, ParsedTask, Score } from './family.ts';

/** The episode of a task that is answered with one text: it ends with the agent's first turn. */
export const singleTurnEpisode = (): Episode => ({ step: () => ({ observation: '', done: true }) });

/** The episode of a game: `playTurn` makes a turn in it, and gives what the agent reads unless the game ended. */
export const gameEpisode = <Game>(
  game: Game,
  playTurn: (game: Game, turn: string) => string,
  isOver: (game: Game) => boolean,
): Episode => ({
  step(turn) {
    const observation = playTurn(game, turn);
    const done = isOver(game);
    return { observation: done ? '' : observation, done };
  },
});

export function requireLevel(family: string, level: number, levels: number): void {
  if (!Number.isInteger(level) || level < 1 || level > levels) {
    throw new RangeError(`The family ${family} has levels 1 to ${levels}; level ${level} does not exist.`);
  }
}

/** The score of a rule that knows right and wrong only. */
export const exactScore = <Reason extends FamilyReason>(
  success: boolean,
  wellFormed: boolean,
  reason: Reason,
): Score<Reason> => ({ reward: success ? 1 : 0, success, wellFormed, reason });

/** A text that is not a task, and why. */
export const notATask = <Reason extends FamilyReason>(reason: Reason): ParsedTask<never, Reason> => ({
  ok: false,
  reason,
});
