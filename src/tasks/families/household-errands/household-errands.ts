/**
 * @file Household errands are a short household game: several errands in a small household, with one command a turn
 * that walks, opens and acts at once, by the rules of ALFWorld's world.
 *
 * For `heat apple shelf desk & put mug drawer shelf` the agent acts: `take apple shelf` → `ok`, `heat apple sink` →
 * `nothing`, `heat apple microwave` → `ok`, `put apple desk` → `ok`, and so on. Unlike in the household game the task
 * says where a thing lies and nothing has to be searched, episodes are short, and a task grows by errands. The agent
 * has to discover that a thing belongs where the task says, and which receptacle serves which treatment. In the family
 * `household-errands` a task has at most three errands, in `long-errands` four. The rest is the same.
 */
import type { RandomStream } from '../../../random/random-stream.ts';
import { AND, cutBefore, NOTHING, wordsOf } from '../../text.ts';
import type { Family, Score } from '../../family.ts';
import { exactScore, gameEpisode, heldOutTexts, requireLevel } from '../../family-parts.ts';
import { OBJECTS } from '../household/household.ts';
import { TREATMENTS } from './alfworld/facts.ts';
import {
  type Errand,
  ERRAND_WORDS,
  type HouseholdErrandsReason,
  type HouseholdErrandsTask,
  KINDS,
  objectsFor,
  parseTask,
  PLACES,
  PUT,
  RECEPTACLES,
  writeErrand,
  writeTask,
} from './task.ts';
import {
  COMMANDS,
  commandsDue,
  failedErrand,
  isCommand,
  isOver,
  newGame,
  OK,
  playErrands,
  playTurn,
  solutionOf,
  SPARE_COMMANDS,
} from './game.ts';

const TREATMENT_SHARE = 1 / 2;

/** Returns an errand's part of the level: its commands except the one that takes the object. */
const levelOf = (errand: Pick<Errand, 'kind'>): number => commandsDue(errand) - 1;
const HIGHEST_LEVEL_OF_AN_ERRAND = Math.max(...KINDS.map((kind) => levelOf({ kind })));

function score(task: HouseholdErrandsTask, turns: readonly string[]): Score<HouseholdErrandsReason> {
  const game = newGame(task);
  let wellFormed = true;
  for (const turn of turns) {
    if (isOver(game)) break;
    wellFormed &&= isCommand(turn);
    playTurn(game, turn);
  }
  const { turns: commands, mostTurns: most } = game;
  const failed = failedErrand(game);
  const reason: HouseholdErrandsReason =
    failed === undefined
      ? { code: 'household-errands/solved', commands, most }
      : { code: 'household-errands/errand-not-done', errand: writeErrand(failed), commands };
  return exactScore(failed === undefined, wellFormed && commands > 0, reason);
}

/** Draws each errand's part of the level: ones and twos with this sum, in any order. */
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
 * The seed is a whole errand, because an environment that chose all places came to write tasks of two places only. Half
 * of the seeds are easiest.
 */
const sampleSeed = (random: RandomStream): string =>
  writeErrand(drawErrand(random.next() < TREATMENT_SHARE ? random.choice(TREATMENTS) : PUT, [], random));

interface Variant {
  name: string;
  mostErrands: number;
}

type HouseholdErrandsFamily = Family<HouseholdErrandsTask, HouseholdErrandsReason>;

function familyOf({ name, mostErrands }: Variant): HouseholdErrandsFamily {
  const levels = mostErrands * HIGHEST_LEVEL_OF_AN_ERRAND;
  const family: HouseholdErrandsFamily = {
    name,
    example: 'heat apple shelf desk & put mug drawer shelf',
    levels,
    words: [...new Set([AND, ...KINDS, ...COMMANDS, OK, NOTHING]), ...RECEPTACLES, ...OBJECTS],
    maxTaskTokens: (ERRAND_WORDS + 1) * (mostErrands - 1) + 1,
    maxAnswerTokens: 4,
    maxTurns: levels + mostErrands + SPARE_COMMANDS,
    reward: 'exact',
    oneAnswer: false,

    sampleSeed,
    splitSeed: (text) => cutBefore(text, (word) => word === AND),
    parse: (text) => parseTask(text, mostErrands),
    level: ({ errands }) => errands.reduce((sum, errand) => sum + levelOf(errand), 0),
    goals: ({ errands }) => errands.map(writeErrand),
    prompt: ({ text }) => text,
    oracle({ errands }) {
      const answers = errands.flatMap(solutionOf);
      return { solvable: true, answers, length: answers.flatMap(wordsOf).length };
    },
    // The errands may be done in any order. None is done at the beginning, because each object has to change its place.
    audit: () => 'valid',
    start: (task) => gameEpisode(newGame(task), playTurn, isOver),
    score,
    sampleTask(level, random) {
      requireLevel(name, level, levels);
      return writeTask(drawErrands(level, mostErrands, random));
    },
    play: playErrands,
    heldOut: (split, level, count) => heldOutTexts(family, split, level, count),
  };
  return family;
}

export const householdErrands = familyOf({ name: 'household-errands', mostErrands: 3 });

/** An untrained agent solves hardly any of its hard tasks, so an environment that writes only those teaches little. */
export const longErrands = familyOf({ name: 'long-errands', mostErrands: 4 });
