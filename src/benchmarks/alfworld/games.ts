/**
 * @file Reads ALFWorld games into households. The compact files hold, per game, the initial facts of its planning
 * problem with the engine's own short names; `canContain.json` holds which receptacle types take which object types.
 *
 * ALFWorld distributes a folder per game. It has `game.tw-pddl` (a JSON object that holds the problem and the game's
 * grammar) or only `initial_state.pddl` (the problem).
 */
import { z } from 'zod';
import { codedProblem } from '../../common/error-data.ts';
import type { CodedProblem } from '../../common/error-parameters.ts';
import {
  type Affordance,
  factsProblem,
  type HouseholdFacts,
  type HouseholdGoal,
  type Treatment,
} from '../../tasks/families/household-errands/alfworld/facts.ts';
import type { BenchmarkFiles, FileProblem, Loaded } from '../benchmark.ts';
import { duplicateId, mismatch, parseJson, readJsonArray, readText } from '../files.ts';
import {
  type AlfworldItem,
  inconsistentGame,
  type ReadGame,
  readProblem,
  TASK_TYPES,
  type TaskType,
} from './problem.ts';

const GAME_FILE = /(?:^|\/)(?:game\.tw-pddl|(?:[\w-]+\.)?initial_state\.pddl)$/;

const distributedGame = z.object({ pddl_problem: z.string(), grammar: z.string() });

function readGameFile(text: string): ReadGame {
  const json = parseJson(text);
  const checked = distributedGame.safeParse(json.value);
  if (!checked.success) return { problem: json.problem ?? mismatch(checked.error), line: null };
  const task = /Your task is to: ([^."\\]+)\./.exec(checked.data.grammar)?.[1] ?? null;
  return readProblem(checked.data.pddl_problem, task);
}

/** The id is the path of the two innermost folders, as the published lists name a game; else the file's own path. */
function nameOf(file: string): { id: string; split: string; isGame: boolean } {
  const folders = file.split('/');
  const base = folders.pop() ?? '';
  const isGame = base === 'game.tw-pddl';
  if (folders.length < 2 || base.endsWith('.initial_state.pddl')) return { id: file, split: '', isGame };
  return { id: folders.slice(-2).join('/'), split: folders.at(-3) ?? '', isGame };
}

/** Loads every complete game in the files. If a folder has both files, it reads `game.tw-pddl`. */
export async function loadGameFolders(source: BenchmarkFiles): Promise<Loaded<AlfworldItem>> {
  const problems: FileProblem[] = [];
  const items = new Map<string, AlfworldItem>();
  const files = (await source.names())
    .filter((name) => GAME_FILE.test(name))
    .map((file) => ({ file, ...nameOf(file) }));
  for (const { file, id, split, isGame } of files.sort((a, b) => Number(b.isGame) - Number(a.isGame))) {
    if (items.has(id)) continue;
    const read = await readText(source, file);
    problems.push(...read.problems);
    if (read.text === null) continue;
    const game = isGame ? readGameFile(read.text) : readProblem(read.text);
    if ('problem' in game) {
      problems.push({ file, line: game.line, ...game.problem });
      continue;
    }
    const inconsistency = factsProblem(game.facts);
    if (inconsistency === null) items.set(id, { id, split, type: game.type, facts: game.facts });
    else problems.push({ file, line: null, ...inconsistentGame(id, inconsistency) });
  }
  return { items: [...items.values()], problems };
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

const canContainSchema = z.object({ canContain: z.record(z.string(), z.array(z.string())) });

/** Maps the letters of the compact files. `r`, a container, is not an affordance. */
const AFFORDANCE_LETTERS: Record<string, Affordance> = {
  p: 'pickupable',
  c: 'cleanable',
  h: 'heatable',
  k: 'coolable',
  t: 'toggleable',
  s: 'sliceable',
};
const CONTAINER_LETTER = 'r';

const TREATMENT_OF_TYPE: Partial<Record<TaskType, Treatment>> = {
  pick_clean_then_place_in_recep: 'clean',
  pick_heat_then_place_in_recep: 'heat',
  pick_cool_then_place_in_recep: 'cool',
};

/** Returns `null` if the goal's parts do not make the task type. */
function readGoal({ type, goal }: Pick<Game, 'type' | 'goal'>): HouseholdGoal | null {
  const named = (kind: 'objectType' | 'receptacleType') =>
    goal.filter(([part]) => part === kind).map(([, name]) => name.toLowerCase());
  const objects = named('objectType');
  const receptacles = named('receptacleType');
  if (type === 'look_at_obj_in_light') {
    const lamp = objects.find((name) => name.endsWith('lamp'));
    const object = objects.find((name) => name !== lamp);
    return lamp === undefined || object === undefined ? null : { kind: 'look', object, lamp };
  }
  if (objects.length === 0 || receptacles.length === 0) return null;
  return {
    kind: 'place',
    object: objects[0],
    receptacle: receptacles[0],
    treatment: TREATMENT_OF_TYPE[type] ?? null,
    count: type === 'pick_two_obj_and_place' ? 2 : 1,
  };
}

function readGame(
  game: Game,
  canContain: HouseholdFacts['canContain'],
): { facts: HouseholdFacts } | { problem: CodedProblem } {
  const goal = readGoal(game);
  const { id, type } = game;
  if (goal === null) {
    return { problem: codedProblem('goal-of-other-type', { id, type }) };
  }
  const facts: HouseholdFacts = {
    receptacles: game.recs.map(({ n, t, loc, openable, opened }) => ({
      name: n,
      type: t,
      location: loc,
      openable,
      opened,
    })),
    objects: game.objs.map(({ n, t, in: places, p }) => ({
      name: n,
      type: t,
      in: places,
      affordances: new Set([...p].filter((letter) => letter !== CONTAINER_LETTER).map((l) => AFFORDANCE_LETTERS[l])),
      container: p.includes(CONTAINER_LETTER),
    })),
    agentLocation: game.agentLoc,
    canContain,
    goal,
    task: game.task,
  };
  const inconsistency = factsProblem(facts);
  if (inconsistency === null) return { facts };
  return { problem: inconsistentGame(id, inconsistency) };
}

async function readCanContain(
  source: BenchmarkFiles,
): Promise<{ map: HouseholdFacts['canContain']; problems: FileProblem[] }> {
  const { text, problems } = await readText(source, CAN_CONTAIN);
  if (text === null) return { map: new Map(), problems };
  const json = parseJson(text);
  const checked = canContainSchema.safeParse(json.value);
  if (checked.success) {
    const entries = Object.entries(checked.data.canContain);
    return { map: new Map(entries.map(([type, objects]) => [type, new Set(objects)])), problems };
  }
  const problem = json.problem ?? mismatch(checked.error);
  return { map: new Map(), problems: [{ file: CAN_CONTAIN, line: null, ...problem }] };
}

/** Loads every game of the compact files, else of the game folders. Of two games with one id it keeps the first. */
export async function loadGames(source: BenchmarkFiles): Promise<Loaded<AlfworldItem>> {
  const files = (await source.names()).filter((name) => GAMES.test(name));
  if (files.length === 0) return loadDistributedGames(source);
  const { map: canContain, problems } = await readCanContain(source);
  const items = new Map<string, AlfworldItem>();
  for (const file of files) {
    const split = GAMES.exec(file)?.[1] ?? '';
    const games = await readJsonArray(source, file, gameSchema);
    problems.push(...games.problems);
    for (const { index, value: game } of games.values) {
      const read = readGame(game, canContain);
      const { id, type } = game;
      const problem = 'problem' in read ? read.problem : items.has(id) ? duplicateId(id) : null;
      if (problem !== null) problems.push({ file, line: null, element: index, ...problem });
      else if ('facts' in read) items.set(id, { id, type, split, facts: read.facts });
    }
  }
  return { items: [...items.values()], problems };
}

async function loadDistributedGames(source: BenchmarkFiles): Promise<Loaded<AlfworldItem>> {
  const folders = await loadGameFolders(source);
  if (folders.items.length > 0 || folders.problems.length > 0) return folders;
  const needs = 'games_valid_unseen.compact.json, or folders with a game.tw-pddl';
  return {
    items: [],
    problems: [{ file: 'games_*.compact.json', line: null, ...codedProblem('no-items', { needs }) }],
  };
}
