/**
 * @file Defines household errands: a short game in a small household, by the rules of ALFWorld's world.
 *
 * For `heat apple shelf desk & put mug drawer shelf` the agent acts: `take apple shelf` → `ok`, `heat apple sink` →
 * `nothing`, `heat apple microwave` → `ok`, `put apple desk` → `ok`, and so on. Unlike in ALFWorld, the task says where
 * a thing lies. The agent has to discover that a thing belongs where the task says, and which receptacle serves which
 * treatment. A task of `household-errands` has at most three errands, of `long-errands` four.
 *
 * A command names an action, the object and the place. In one turn the agent goes there, opens what is closed, and
 * reads `ok`, or `nothing` if the command did nothing. The game ends when every object has been put down, rightly or
 * not (the household does not say). It also ends at the second wasted command, because only one is to spare.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { exactScore, gameEpisode, generatedFamily } from '../../family-parts.ts';
import type { FamilyReason, PlayStyle, Score } from '../../family.ts';
import { AND, cutBefore, NOTHING, wordsOf } from '../../text.ts';
import { OBJECTS } from '../household/household.ts';
import { type Action, createWorld, type HouseholdWorld, TREATMENTS } from './alfworld/facts.ts';
import { applyAction, type HouseholdState, initialState, isGoalReached, isPossible } from './alfworld/transition.ts';
import {
  applianceFor,
  type Errand,
  ERRAND_WORDS,
  factsOf,
  goalOf,
  type HouseholdErrandsTask,
  KINDS,
  objectsFor,
  parseTask,
  PLACES,
  PUT,
  RECEPTACLES,
  treatmentOf,
  writeErrand,
  writeTask,
} from './task.ts';

export const OK = 'ok';
const COMMANDS: readonly string[] = ['take', PUT, ...TREATMENTS];
const SPARE_COMMANDS = 1;

interface Game {
  readonly task: HouseholdErrandsTask;
  /** One world per errand, with the errand's goal. */
  readonly worlds: readonly HouseholdWorld[];
  state: HouseholdState;
  /** Objects that were put down, in the right place or not. */
  readonly putDown: Set<string>;
  turns: number;
  readonly mostTurns: number;
}

/** Counts the commands of an errand whose object is untreated and not yet taken. */
const commandsDue = ({ kind }: Pick<Errand, 'kind'>): number => (treatmentOf(kind) === null ? 2 : 3);

const mostTurns = ({ errands }: HouseholdErrandsTask): number =>
  SPARE_COMMANDS + errands.reduce((sum, errand) => sum + commandsDue(errand), 0);

function newGame(task: HouseholdErrandsTask): Game {
  const facts = factsOf(task);
  const worlds = task.errands.map((errand) => createWorld({ ...facts, goal: goalOf(errand) }));
  return { task, worlds, state: initialState(worlds[0]), putDown: new Set(), turns: 0, mostTurns: mostTurns(task) };
}

/** Finds the first errand whose object was not put down anywhere; undefined if there is none. */
const nextErrand = ({ task, putDown }: Game): Errand | undefined =>
  task.errands.find(({ object }) => !putDown.has(object));

/** Finds the first errand whose goal is not reached now; undefined if there is none. */
const failedErrand = ({ task, worlds, state }: Game): Errand | undefined =>
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
function isCommand(turn: string): boolean {
  const [verb, object, receptacle, ...more] = wordsOf(turn);
  return COMMANDS.includes(verb) && OBJECTS.includes(object) && RECEPTACLES.includes(receptacle) && more.length === 0;
}

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

export function solutionOf({ kind, object, source, target }: Errand): string[] {
  const treatment = treatmentOf(kind);
  return [
    `take ${object} ${source}`,
    ...(treatment === null ? [] : [`${treatment} ${object} ${applianceFor(treatment)}`]),
    `put ${object} ${target}`,
  ];
}

/**
 * Plays the errands in order without the skill. Play takes the right object from its place, treats it as asked but at
 * any receptacle, and puts it down anywhere. It repeats a command that did nothing at another place. The task says
 * outright where a thing belongs, and a share `reads` of the objects is put there. No task says where a treatment is
 * done.
 */
function playErrands(
  task: HouseholdErrandsTask,
  random: RandomStream,
  { reads = 0 }: Pick<PlayStyle, 'reads'> = {},
): string[] {
  const game = newGame(task);
  const turns: string[] = [];
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

const TREATMENT_SHARE = 1 / 2;

/** Returns an errand's part of the level: its commands except the one that takes the object. */
const levelOf = (errand: Pick<Errand, 'kind'>): number => commandsDue(errand) - 1;
const HIGHEST_LEVEL_OF_AN_ERRAND = Math.max(...KINDS.map((kind) => levelOf({ kind })));

function score(task: HouseholdErrandsTask, turns: readonly string[]): Score {
  const game = newGame(task);
  let wellFormed = true;
  for (const turn of turns) {
    if (isOver(game)) break;
    wellFormed &&= isCommand(turn);
    playTurn(game, turn);
  }
  const { turns: commands, mostTurns: most } = game;
  const failed = failedErrand(game);
  const reason: FamilyReason =
    failed === undefined
      ? { code: 'household-errands/solved', commands, most }
      : { code: 'household-errands/errand-not-done', errand: writeErrand(failed), commands };
  return exactScore(failed === undefined, wellFormed && commands > 0, reason);
}

/** Draws each errand's part of the level: ones and twos that sum to the level, in any order. */
function drawParts(level: number, most: number, random: RandomStream): number[] {
  const counts = Array.from({ length: most + 1 }, (_, count) => count);
  const errands = random.choice(counts.filter((count) => count <= level && level <= 2 * count));
  const treatments = level - errands;
  return random.shuffle(Array.from({ length: errands }, (_, i) => (i < treatments ? 2 : 1)));
}

function drawErrand(kind: string, taken: readonly string[], random: RandomStream): Errand {
  const object = random.choice(objectsFor(kind).filter((word) => !taken.includes(word)));
  const [source, target] = random.sample(PLACES, 2);
  return { kind, object, source, target };
}

function drawErrands(level: number, most: number, random: RandomStream): Errand[] {
  const errands: Errand[] = [];
  for (const part of drawParts(level, most, random)) {
    const kind = random.choice(KINDS.filter((word) => levelOf({ kind: word }) === part));
    const taken = errands.map(({ object }) => object);
    errands.push(drawErrand(kind, taken, random));
  }
  return errands;
}

/**
 * The seed is a whole errand, because an environment that chooses all places ends up with tasks of two places. Half of
 * the seeds ask for no treatment.
 */
const sampleSeed = (random: RandomStream): string =>
  writeErrand(drawErrand(random.next() < TREATMENT_SHARE ? random.choice(TREATMENTS) : PUT, [], random));

function familyOf(name: string, mostErrands: number) {
  const levels = mostErrands * HIGHEST_LEVEL_OF_AN_ERRAND;
  return generatedFamily<HouseholdErrandsTask>({
    name,
    example: 'heat apple shelf desk & put mug drawer shelf',
    levels,
    words: [...new Set([AND, ...KINDS, ...COMMANDS, OK, NOTHING]), ...RECEPTACLES, ...OBJECTS],
    maxTaskTokens: (ERRAND_WORDS + 1) * (mostErrands - 1) + 1,
    maxAnswerTokens: 4,
    maxTurns: levels + mostErrands + SPARE_COMMANDS,
    oneAnswer: false,

    sampleSeed,
    splitSeed: (text) => cutBefore(text, (word) => word === AND),
    read: (text) => parseTask(text, mostErrands),
    level: ({ errands }) => errands.reduce((sum, errand) => sum + levelOf(errand), 0),
    goals: ({ errands }) => errands.map(writeErrand),
    prompt: ({ text }) => text,
    // Errands may be done in any order. None is done at the beginning, because each object has to change its place.
    solve: ({ errands }) => errands.flatMap(solutionOf),
    start: (task) => gameEpisode(newGame(task), playTurn, isOver),
    score,
    sampleTask: (level, random) => writeTask(drawErrands(level, mostErrands, random)),
    play: playErrands,
  });
}

export const householdErrands = familyOf('household-errands', 3);

/**
 * An untrained agent solves hardly any hard task here, so an environment that writes only hard tasks teaches little.
 */
export const longErrands = familyOf('long-errands', 4);
