/**
 * @file Reads ALFWorld games into households. The compact files have the initial facts of each game's planning problem,
 * with the engine's short names. `canContain.json` says which receptacle types take which object types.
 *
 * ALFWorld distributes a folder per game. It has `game.tw-pddl` (a JSON object with the problem and the game's grammar)
 * or only `initial_state.pddl` (the problem).
 */
import { z } from 'zod';
import { codedProblem } from '../../common/error-data.ts';
import {
  type Affordance,
  factsProblem,
  type HouseholdFacts,
} from '../../tasks/families/household-errands/alfworld/facts.ts';
import { loader, type Loading, mismatch, parseJson } from '../files.ts';
import { type AlfworldItem, goalOf, type ReadGame, readProblem, TASK_TYPES } from './problem.ts';

const GAME_FILE = /(?:^|\/)(?:game\.tw-pddl|(?:[\w-]+\.)?initial_state\.pddl)$/;

const distributedGame = z.object({ pddl_problem: z.string(), grammar: z.string() });

function readGameFile(text: string): ReadGame {
  const json = parseJson(text);
  const checked = distributedGame.safeParse(json.value);
  if (!checked.success) return { problem: json.problem ?? mismatch(checked.error), line: null };
  const task = /Your task is to: ([^."\\]+)\./.exec(checked.data.grammar)?.[1] ?? null;
  return readProblem(checked.data.pddl_problem, task);
}

/** Returns a game's id (its two innermost folders, as in published lists, or else its path) and its split. */
function nameOf(file: string): { id: string; split: string; isGame: boolean } {
  const folders = file.split('/');
  const base = folders.pop() ?? '';
  const isGame = base === 'game.tw-pddl';
  if (folders.length < 2 || base.endsWith('.initial_state.pddl')) return { id: file, split: '', isGame };
  return { id: folders.slice(-2).join('/'), split: folders.at(-3) ?? '', isGame };
}

/** Returns the game, or a problem if its facts contradict each other. */
function consistent(id: string, game: ReadGame): ReadGame {
  const inconsistency = 'facts' in game ? factsProblem(game.facts) : null;
  if (inconsistency === null) return game;
  return { problem: codedProblem('inconsistent-game', { id, inconsistency }), line: null };
}

/** Loads every complete game of the game folders. If a folder has both files, it reads `game.tw-pddl`. */
export async function loadGameFolders(files: Loading<AlfworldItem>): Promise<void> {
  const games = (await files.names()).filter((name) => GAME_FILE.test(name)).map((file) => ({ file, ...nameOf(file) }));
  for (const { file, id, split, isGame } of games.sort((a, b) => Number(b.isGame) - Number(a.isGame))) {
    if (files.has(id)) continue;
    const text = await files.text(file);
    if (text === null) continue;
    const game = consistent(id, isGame ? readGameFile(text) : readProblem(text));
    if ('problem' in game) files.report({ file, line: game.line }, game.problem);
    else files.add({ id, split, ...game }, { file });
  }
}

export const CAN_CONTAIN = 'canContain.json';
const GAMES = /^games_(\w+)\.compact\.json$/;

const flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .default(false)
  .transform(Boolean);

const gameSchema = z.object({
  id: z.string().min(1),
  type: z.enum(TASK_TYPES),
  task: z.string().min(1),
  goal: z.array(z.tuple([z.enum(['objectType', 'receptacleType']), z.string().min(1)])),
  recs: z.array(z.object({ n: z.string(), t: z.string(), loc: z.string(), openable: flag, opened: flag })),
  objs: z.array(
    z.object({ n: z.string(), t: z.string(), in: z.array(z.string()), p: z.string().regex(/^[pchktsr]*$/) }),
  ),
  agentLoc: z.string(),
});
type Game = z.infer<typeof gameSchema>;

const canContainSchema = z
  .object({
    canContain: z.record(
      z.string(),
      z.array(z.string()).transform((objects) => new Set(objects)),
    ),
  })
  .transform(({ canContain }) => new Map(Object.entries(canContain)));

/** Maps letters of the compact files to affordances. The letter `r` marks a container and is no affordance. */
const AFFORDANCE_LETTERS: Record<string, Affordance> = {
  p: 'pickupable',
  c: 'cleanable',
  h: 'heatable',
  k: 'coolable',
  t: 'toggleable',
  s: 'sliceable',
};
const CONTAINER_LETTER = 'r';

function readGame(game: Game, canContain: HouseholdFacts['canContain']): ReadGame {
  const { id, type, task } = game;
  const named = (kind: 'objectType' | 'receptacleType') =>
    game.goal.filter(([part]) => part === kind).map(([, name]) => name.toLowerCase());
  const goal = goalOf(type, named('objectType'), named('receptacleType'));
  if (goal === null) return { problem: codedProblem('goal-of-other-type', { id, type }), line: null };
  const receptacles = game.recs.map(({ n, t, loc, ...doors }) => ({ name: n, type: t, location: loc, ...doors }));
  const objects = game.objs.map(({ n, t, in: places, p }) => ({
    name: n,
    type: t,
    in: places,
    affordances: new Set([...p].filter((letter) => letter !== CONTAINER_LETTER).map((l) => AFFORDANCE_LETTERS[l])),
    container: p.includes(CONTAINER_LETTER),
  }));
  return { type, facts: { receptacles, objects, agentLocation: game.agentLoc, canContain, goal, task } };
}

/** Loads all games of the compact files, or else of the game folders. A game with an earlier game's id is a problem. */
export const loadGames = loader<AlfworldItem>(async (files) => {
  const compact = (await files.names()).filter((name) => GAMES.test(name));
  if (compact.length === 0) {
    await loadGameFolders(files);
    if (files.items.length > 0 || files.problems.length > 0) return;
    const needs = 'games_valid_unseen.compact.json, or folders with a game.tw-pddl';
    return files.report({ file: 'games_*.compact.json' }, codedProblem('no-items', { needs }));
  }
  const canContain = (await files.json(CAN_CONTAIN, canContainSchema)) ?? new Map();
  for (const file of compact) {
    const split = GAMES.exec(file)?.[1] ?? '';
    for (const { at: element, value: game } of await files.jsonArray(file, gameSchema)) {
      const { id } = game;
      const read = consistent(id, readGame(game, canContain));
      if ('problem' in read) files.report({ file, element }, read.problem);
      else files.add({ id, split, ...read }, { file, element });
    }
  }
});
