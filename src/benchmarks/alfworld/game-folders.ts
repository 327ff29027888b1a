/**
 * @file ALFWorld's games as they are distributed: a folder per game with `game.tw-pddl` (a JSON object that holds the
 * problem and the game's grammar) or only `initial_state.pddl` (the problem).
 */
import { z } from 'zod';
import { factsProblem } from '../../tasks/families/household-errands/alfworld/facts.ts';
import type { BenchmarkFiles, Loaded, FileProblem } from '../benchmark.ts';
import { parseJson, readText, mismatch } from '../files.ts';
import type { AlfworldItem } from './item.ts';
import { inconsistentGame, readProblem, type ReadGame } from './problem.ts';

const GAME_FILE = /(?:^|\/)(?:game\.tw-pddl|(?:[\w-]+\.)?initial_state\.pddl)$/;

const gameSchema = z.object({ pddl_problem: z.string(), grammar: z.string() });

function readGameFile(text: string): ReadGame {
  const json = parseJson(text);
  const checked = gameSchema.safeParse(json.value);
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

/** Every complete game in the files. If a folder has both files, `game.tw-pddl` is read. */
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
