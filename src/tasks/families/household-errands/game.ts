/**
 * @file Plays errands: a dialogue in short commands with the household world, whose rules decide what is possible.
 *
 * A command names an action, the object and the place: `take apple shelf`, `heat apple microwave`, `put apple desk`. In
 * one turn the agent goes there, opens what is closed, and reads `ok`, or `nothing` if the command did nothing. The
 * game ends when every object has been put down, rightly or not (the household does not say). It also ends at the
 * second command that does nothing, because there is only one to spare.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { NOTHING, wordsOf } from '../../text.ts';
import type { PlayStyle } from '../../family.ts';
import { OBJECTS } from '../household/household.ts';
import { type Action, createWorld, type HouseholdWorld, TREATMENTS } from './alfworld/facts.ts';
import { applyAction, type HouseholdState, initialState, isGoalReached, isPossible } from './alfworld/transition.ts';
import {
  applianceFor,
  type Errand,
  factsOf,
  goalOf,
  type HouseholdErrandsTask,
  PLACES,
  PUT,
  RECEPTACLES,
  treatmentOf,
} from './task.ts';

export const OK = 'ok';
export const COMMANDS: readonly string[] = ['take', PUT, ...TREATMENTS];
/** Commands beyond those that are due: one may do nothing. */
export const SPARE_COMMANDS = 1;

interface Game {
  readonly task: HouseholdErrandsTask;
  /** One household world for each errand, with its goal. */
  readonly worlds: readonly HouseholdWorld[];
  state: HouseholdState;
  /** Objects that were put down, rightly or not. */
  readonly putDown: Set<string>;
  turns: number;
  readonly mostTurns: number;
}

/** Counts the commands of an errand whose object is untreated and not yet taken. */
export const commandsDue = ({ kind }: Pick<Errand, 'kind'>): number => (treatmentOf(kind) === null ? 2 : 3);

const mostTurns = ({ errands }: HouseholdErrandsTask): number =>
  SPARE_COMMANDS + errands.reduce((sum, errand) => sum + commandsDue(errand), 0);

export function newGame(task: HouseholdErrandsTask): Game {
  const facts = factsOf(task);
  const worlds = task.errands.map((errand) => createWorld({ ...facts, goal: goalOf(errand) }));
  return { task, worlds, state: initialState(worlds[0]), putDown: new Set(), turns: 0, mostTurns: mostTurns(task) };
}

/** Finds the first errand whose object was not yet put down anywhere; undefined if all were. */
const nextErrand = ({ task, putDown }: Game): Errand | undefined =>
  task.errands.find(({ object }) => !putDown.has(object));

/** Finds the first errand whose goal does not hold now; undefined if all goals hold. */
export const failedErrand = ({ task, worlds, state }: Game): Errand | undefined =>
  task.errands.find((_, i) => !isGoalReached(worlds[i], state));

const isTreated = ({ state }: Game, { kind, object }: Errand): boolean => {
  const treatment = treatmentOf(kind);
  return treatment === null || state.treated[treatment].has(object);
};

/** Counts the fewest commands after which all objects have been put down, treated as their errands ask. */
const commandsLeft = (game: Game): number =>
  game.task.errands.reduce((sum, errand) => {
    const inHand = game.state.holding === errand.object;
    if (game.putDown.has(errand.object) && !inHand) return sum;
    return sum + (inHand ? 0 : 1) + (isTreated(game, errand) ? 0 : 1) + 1;
  }, 0);

export const isOver = (game: Game): boolean => {
  const left = commandsLeft(game);
  return left === 0 || game.turns + left > game.mostTurns;
};

/** Returns true if a turn has the form of a command, possible now or not. */
export function isCommand(turn: string): boolean {
  const [verb, object, receptacle, ...more] = wordsOf(turn);
  return COMMANDS.includes(verb) && OBJECTS.includes(object) && RECEPTACLES.includes(receptacle) && more.length === 0;
}

/** Plays one turn of any text and returns the observation. */
export function playTurn(game: Game, turn: string): string {
  game.turns++;
  if (!isCommand(turn)) return NOTHING;
  const [world] = game.worlds;
  const [verb, name, place] = wordsOf(turn);
  const object = world.objects.get(name);
  const receptacle = world.receptacles.get(place)!;
  const act = (action: Action): boolean => {
    const possible = isPossible(world, game.state, action);
    if (possible) game.state = applyAction(game.state, action);
    return possible;
  };
  act({ kind: 'go', receptacle });
  act({ kind: 'open', receptacle });
  const done =
    object !== undefined && act({ kind: verb as 'take' | 'put' | 'clean' | 'heat' | 'cool', object, receptacle });
  if (done && verb === PUT) game.putDown.add(name);
  return done ? OK : NOTHING;
}

/** Returns the turns that do an errand. */
export function solutionOf({ kind, object, source, target }: Errand): string[] {
  const treatment = treatmentOf(kind);
  return [
    `take ${object} ${source}`,
    ...(treatment === null ? [] : [`${treatment} ${object} ${applianceFor(treatment)}`]),
    `put ${object} ${target}`,
  ];
}

/**
 * Plays the errands in order without the skill. It takes the right object from where it lies and treats it as asked,
 * but at any receptacle, and puts it down anywhere. It tries again elsewhere what did nothing. The task says outright
 * where a thing belongs, and a share `reads` of the objects is put there. No task says where a treatment is done.
 */
export function playErrands(
  task: HouseholdErrandsTask,
  random: RandomStream,
  { reads = 0 }: Pick<PlayStyle, 'reads'> = {},
): string[] {
  const game = newGame(task);
  const turns: string[] = [];
  /** Chooses a place other than the player's. */
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
