/**
 * @file Play of the household errands: the errands in their order, the right object and what is to be done with it, but at
 * any place, or at any appliance. What did nothing is tried again elsewhere. The task says outright where a thing lies and
 * where it belongs; play that reads goes there. Which appliance does what no task says.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { isOver, isTreated, newGame, nextErrand, playTurn } from './game.ts';
import { APPLIANCES, type HouseholdErrandsTask, PLACES } from './task.ts';

/** @param reads the share of places that are read in the task */
export function playErrands(task: HouseholdErrandsTask, random: RandomStream, reads = 0): string[] {
  const game = newGame(task);
  const turns: string[] = [];
  /** Anywhere but where the player stands. */
  const elsewhere = (receptacles: readonly string[]): string =>
    random.choice(receptacles.filter((receptacle) => receptacle !== game.state.location));
  const place = (said: string): string => (reads > 0 && random.next() < reads ? said : elsewhere(PLACES));
  while (!isOver(game)) {
    const errand = nextErrand(game)!;
    const { kind, object, source, target } = errand;
    let turn = `put ${object} ${place(target)}`;
    if (game.state.holding !== object) turn = `take ${object} ${place(source)}`;
    else if (!isTreated(game, errand)) turn = `${kind} ${object} ${elsewhere(APPLIANCES)}`;
    playTurn(game, turn);
    turns.push(turn);
  }
  return turns;
}
