/**
 * @file Play of the household errands: the errands in their order, the right object from where it lies, and what is to be
 * done with it, but at any receptacle, and the object is put down at any place. What did nothing is tried again elsewhere.
 * The task says outright where a thing belongs; play that reads puts it there. Where a treatment is done no task says.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import type { PlayStyle } from '../../family.ts';
import { RECEPTACLES } from './things.ts';
import { isOver, isTreated, newGame, nextErrand, playTurn } from './game.ts';
import { type HouseholdErrandsTask, PLACES } from './task.ts';

/** It puts a share `reads` of the objects where the task says. */
export function playErrands(
  task: HouseholdErrandsTask,
  random: RandomStream,
  { reads = 0 }: Pick<PlayStyle, 'reads'> = {},
): string[] {
  const game = newGame(task);
  const turns: string[] = [];
  /** Anywhere but where the player stands. */
  const elsewhere = (receptacles: readonly string[]): string =>
    random.choice(receptacles.filter((receptacle) => receptacle !== game.state.location));
  while (!isOver(game)) {
    const errand = nextErrand(game)!;
    const { kind, object, source, target } = errand;
    let turn = `take ${object} ${source}`;
    if (game.state.holding === object) {
      if (!isTreated(game, errand)) turn = `${kind} ${object} ${elsewhere(RECEPTACLES)}`;
      else turn = `put ${object} ${reads > 0 && random.next() < reads ? target : elsewhere(PLACES)}`;
    }
    playTurn(game, turn);
    turns.push(turn);
  }
  return turns;
}
