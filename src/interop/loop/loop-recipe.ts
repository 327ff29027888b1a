/**
 * @file The round loop as a folder: the Python package genenv_loop, settings, one YAML with the commands of each engine, a
 * README and, of a run, its tasks as data sets. The package is kept here as Python files and copied as it is.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CodedError } from '../../common/coded-error.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { parseSettings, SETTINGS_VERSION, type Settings } from '../../genenv/settings/settings.ts';
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import { mostWrittenTokens } from '../../genenv/stages/write-tasks.ts';
import type { Family } from '../../tasks/family.ts';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { wordsOf } from '../../tasks/text.ts';
import { type AppendToFile, agentRow, jsonLines, longestPrompt, writeRows } from './dataset.ts';
import { loopEngines, type LoopEngine } from './engine-commands.ts';
import { refuseForLoop } from './judge.ts';
import type { LoopWords, RecipeNote } from './words.ts';
import { toYaml, type YamlValue } from './yaml.ts';

export interface LoopRequest {
  /** Those that it starts from: a preset's, or those that the run began with. */
  settings: Settings;
  /** Assigned over these, and over what was changed in the run. */
  assigned: Partial<Settings>;
  /** Epochs of the run whose tasks are exported; null: none. */
  epochs: Iterable<readonly RunEvent[]> | AsyncIterable<readonly RunEvent[]> | null;
  engine: LoopEngine;
  /** The folder of a model, as the loop's folder names it. */
  folderOf: (model: string) => string;
  /** The command that starts `genenv judge`, without its options. */
  judge: string;
}

const PACKAGE = new URL('genenv_loop/', import.meta.url);

/** Subword tokens per word of the task language, and what a chat template may add. */
const TOKENS_PER_WORD = 4;
const TEMPLATE_TOKENS = 128;

/**
 * The most tokens of a prompt, a task and an answer. The models of `local` read words; others get room for subwords.
 * @param exported words of the longest prompt of the data sets
 */
function tokenLimits(engine: LoopEngine, settings: Settings, families: readonly Family[], exported: number) {
  const room = (words: number) => (engine === 'local' ? words : TOKENS_PER_WORD * words + TEMPLATE_TOKENS);
  const prompts = evaluationTasksOf(families, { ...settings, evalTasks: 1 }, PLAIN_TEXT).map(
    ({ prompt }) => wordsOf(prompt).length,
  );
  // A family of natural language counts subwords itself.
  const most = (tokensOf: (family: Family) => number) =>
    Math.max(...families.map((family) => (family.chat ? tokensOf(family) : room(tokensOf(family)))));
  return {
    prompt: room(Math.max(exported, ...prompts)),
    task: most((family) => mostWrittenTokens(settings, [family], 'environment')),
    answer: most(({ maxAnswerTokens }) => maxAnswerTokens),
  };
}

/** The content of loop.yaml, as data. */
function loopConfig(
  { engine, folderOf, judge }: Pick<LoopRequest, 'engine' | 'folderOf' | 'judge'>,
  settings: Settings,
  exported: number,
): { [name: string]: YamlValue } {
  const tokens = tokenLimits(engine, settings, familiesByName(settings.families), exported);
  return {
    engine,
    agent: folderOf(settings.agentModel),
    environment: folderOf(settings.environmentModel),
    judge,
    // Rounds whose weights and optimizer states stay on the disk.
    keepWeights: 2,
    tokens,
    // Arguments of vLLM's LLM.
    vllm: { tensor_parallel_size: 1 },
    engines: loopEngines(settings, tokens),
  };
}

/**
 * Writes the files of the folder.
 * @returns what is missing from the data sets
 * @throws CodedError where the loop cannot do what the settings ask
 */
export async function loopRecipe(request: LoopRequest, words: LoopWords, append: AppendToFile): Promise<RecipeNote[]> {
  const { epochs, assigned } = request;
  // They do not change in a run.
  const families = familiesByName(assigned.families ?? request.settings.families);
  const rows = epochs && (await writeRows(epochs, families, append));
  const settings = parseSettings({ ...request.settings, ...rows?.changes, ...assigned });
  refuseForLoop(settings, families);
  if (settings.training === 'lora' && request.engine !== 'trl')
    throw new CodedError('loop-lora', { engine: request.engine });

  const notes: RecipeNote[] = [];
  let exported = 0;
  let readmeRows = null;
  if (rows) {
    const { train, environment, leftOut, prompt } = rows;
    const heldOut = evaluationTasksOf(families, settings, PLAIN_TEXT).map(({ text, world }, task) =>
      agentRow(world, { task, text, pass_rate: null, epoch: 0 }),
    );
    await append('held-out.jsonl', jsonLines(heldOut));
    exported = Math.max(prompt, longestPrompt(heldOut));
    readmeRows = { train, environment, heldOut: heldOut.length };
    const batch = settings.tasksPerEpoch;
    if (leftOut.length > 0) notes.push({ code: 'families-left-out', families: leftOut });
    if (train === 0) notes.push({ code: 'no-tasks' });
    else if (train < batch) notes.push({ code: 'few-tasks', tasks: train, batch });
  }
  await append('README.md', words.readme({ settings, rows: readmeRows, notes }));
  await append('loop.yaml', toYaml(loopConfig(request, settings, exported)));
  await append('genenv.json', `${JSON.stringify({ settingsVersion: SETTINGS_VERSION, ...settings }, null, 2)}\n`);
  for (const name of (await readdir(PACKAGE)).filter((name) => name.endsWith('.py')).sort())
    await append(`genenv_loop/${name}`, await readFile(fileURLToPath(new URL(name, PACKAGE)), 'utf8'));
  return notes;
}
