/**
 * @file The household game, after ALFWorld: six kinds of task, one command a turn, an observation after each.
 *
 * The agent reads `heat apple desk in desk microwave shelf drawer`, the goal and the receptacles there are, and acts:
 * `go shelf` → `apple pen`, `take apple` → `ok`, `go microwave` → `closed`, `heat apple` → `ok`, `go desk` → `empty`,
 * `put apple`. A task is solved when the household world's goal test holds within the step limit. The agent has to discover
 * which appliance serves which treatment, that closed receptacles can be opened, and to search in places not yet seen.
 */
import { RandomStream } from '../../../random/random-stream.ts';
import { streams } from '../../../random/streams.ts';
import { NOTHING } from '../../common-words.ts';
import type { Family, Score } from '../../family.ts';
import { exactScore, gameEpisode, requireLevel } from '../../family-parts.ts';
import { heldOutTexts } from '../../held-out.ts';
import { OBJECTS } from '../household/world.ts';
import { cutBefore, textHash, wordsOf } from '../../text.ts';
import { CLOSED, COMMANDS, EMPTY, isCommand, isOver, isWon, newGame, OK, playTurn, shortestSolution } from './game.ts';
import { playGame } from './play.ts';
import type { HouseholdGameReason } from './reasons.ts';
import { drawGoal, drawTask, type Shape, SHAPES } from './sample.ts';
import {
  type HouseholdGameTask,
  IN,
  LIGHT_GOAL,
  MAX_CONTENTS,
  MAX_RECEPTACLES,
  parseTask,
  PLACE_GOALS,
  STEP_LIMIT,
  TREATMENT_GOALS,
  treatmentOf,
  writeGoal,
} from './task.ts';
import { allowsTreatment, LAMP, RECEPTACLES } from './things.ts';

const LEVELS = 6;

/** What the kind of goal adds to the level. */
const LEVEL_OF_KIND: ReadonlyMap<string, number> = new Map([
  ['put', 0],
  ['two', 1],
  [LIGHT_GOAL, 1],
  ...TREATMENT_GOALS.map((kind) => [kind, 2] as const),
]);

const levelOf = ({ kind, opened, large }: Shape): number =>
  Math.min(LEVELS, 1 + LEVEL_OF_KIND.get(kind)! + opened + (large ? 1 : 0));

/** One, what the kind of goal adds, and one more for each thing a shortest solution opens and for a large household. */
function level(task: HouseholdGameTask): number {
  const opened = (shortestSolution(task) ?? []).filter((turn) => turn.startsWith('open')).length;
  return levelOf({ kind: task.goal.kind, opened, large: task.rooms.length === MAX_RECEPTACLES });
}

/** Why a goal cannot be reached. */
function obstacle(task: HouseholdGameTask): HouseholdGameReason {
  const treatment = treatmentOf(task.goal.kind);
  const { object } = task.goal;
  if (!task.rooms.some(({ contents }) => contents.includes(object))) {
    return { code: 'household-game/object-missing', object };
  }
  if (treatment !== null && !allowsTreatment(object, treatment)) {
    return { code: 'household-game/treatment-impossible', treatment, object };
  }
  return { code: 'household-game/goal-impossible', goal: writeGoal(task.goal) };
}

function score(task: HouseholdGameTask, turns: readonly string[]): Score<HouseholdGameReason> {
  const game = newGame(task);
  let wellFormed = true;
  let played = 0;
  for (const turn of turns) {
    if (isOver(game)) break;
    wellFormed &&= isCommand(game, turn);
    playTurn(game, turn);
    played++;
  }
  const success = isWon(game);
  const reason: HouseholdGameReason = success
    ? { code: 'household-game/solved', commands: played, most: STEP_LIMIT }
    : { code: 'household-game/goal-not-reached', commands: played };
  return exactScore(success, wellFormed && played > 0, reason);
}

function sampleTask(wanted: number, random: RandomStream): string {
  requireLevel('household-game', wanted, LEVELS);
  const shapes = SHAPES.filter((shape) => levelOf(shape) === wanted);
  return drawTask(random.choice(shapes), random);
}

export const householdGame: Family<HouseholdGameTask, HouseholdGameReason> = {
  name: 'household-game',
  title: 'Household game',
  levels: LEVELS,
  words: [
    ...new Set([...PLACE_GOALS, LIGHT_GOAL, IN, ...COMMANDS, CLOSED, EMPTY, OK, NOTHING]),
    ...[...RECEPTACLES, LAMP, ...OBJECTS],
  ],
  maxTaskTokens: 1 + MAX_RECEPTACLES * (1 + MAX_CONTENTS) + 1,
  maxAnswerTokens: 3,
  maxTurns: STEP_LIMIT,
  reward: 'exact',

  sampleSeed: (random) => writeGoal(drawGoal(random)),
  splitSeed: (text) => cutBefore(text, (word) => word === IN),
  parse: parseTask,
  level,
  goals: (task) => [writeGoal(task.goal)],
  prompt(task) {
    const receptacles = task.rooms.map(({ receptacle }) => receptacle);
    const shuffled = new RandomStream(textHash(task.text), streams.receptacles).shuffle(receptacles);
    return [writeGoal(task.goal), IN, ...shuffled].join(' ');
  },
  oracle(task) {
    const answers = shortestSolution(task);
    if (answers === null || answers.length > STEP_LIMIT) return { solvable: false, reason: obstacle(task) };
    return { solvable: true, answers, length: answers.flatMap(wordsOf).length };
  },
  // Any way to reach the goal is right. The task is trivial only if the goal holds at the beginning.
  audit: (task) => (isWon(newGame(task)) ? 'trivial' : 'valid'),
  start: (task) => gameEpisode(newGame(task), playTurn, isOver),
  score,
  sampleTask,
  play: playGame,
  heldOut: (split, wanted, count) => heldOutTexts(householdGame, split, wanted, count),
};
