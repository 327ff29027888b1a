/**
 * @file The round loop as a folder: the Python package genenv_loop, settings, one YAML with the commands of each engine,
 * and a README. The package is kept here as Python files and copied as it is.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SETTINGS_VERSION, type Settings } from '../../genenv/settings/settings.ts';
import { evaluationTasksOf } from '../../genenv/stages/evaluate.ts';
import type { Family } from '../../tasks/family.ts';
import { PLAIN_TEXT } from '../../tasks/prompt-form.ts';
import { familiesByName } from '../../tasks/registry.ts';
import { wordsOf } from '../../tasks/text.ts';
import { toYaml, type YamlValue } from '../recipe/yaml.ts';
import { loopEngines } from './engine-commands.ts';
import { refuseForLoop } from './judge.ts';
import type { LoopWords } from './words.ts';

export const LOOP_ENGINES = ['trl', 'verl', 'local'] as const;
export type LoopEngine = (typeof LOOP_ENGINES)[number];

export interface LoopRequest {
  settings: Settings;
  engine: LoopEngine;
  /** Folders of the two models, as the loop's folder names them. */
  models: { agent: string; environment: string };
  /** The command that starts `genenv judge`, without its options. */
  judge: string;
}

const PACKAGE = new URL('genenv_loop/', import.meta.url);

interface LoopFile {
  path: string;
  text: string;
}

async function packageFiles(): Promise<LoopFile[]> {
  const names = (await readdir(PACKAGE)).filter((name) => name.endsWith('.py')).sort();
  return Promise.all(
    names.map(async (name) => ({
      path: `genenv_loop/${name}`,
      text: await readFile(fileURLToPath(new URL(name, PACKAGE)), 'utf8'),
    })),
  );
}

/** Subword tokens per word of the task language, and what a chat template may add. */
const TOKENS_PER_WORD = 4;
const TEMPLATE_TOKENS = 128;

/** The most tokens of a prompt, a task and an answer. The models of `local` read words; others get room for subwords. */
function tokenLimits(engine: LoopEngine, settings: Settings, families: readonly Family[]) {
  const room = (words: number) => (engine === 'local' ? words : TOKENS_PER_WORD * words + TEMPLATE_TOKENS);
  const prompts = evaluationTasksOf(families, { ...settings, evalTasks: 1 }, PLAIN_TEXT).map(
    ({ text }) => wordsOf(text.prompt).length,
  );
  return {
    prompt: room(Math.max(...prompts)),
    task: room(Math.max(...families.map(({ maxTaskTokens }) => maxTaskTokens))),
    answer: room(Math.max(...families.map(({ maxAnswerTokens }) => maxAnswerTokens))),
  };
}

/** What loop.yaml says, as data. */
export function loopConfig({ settings, engine, models, judge }: LoopRequest): { [name: string]: YamlValue } {
  const tokens = tokenLimits(engine, settings, familiesByName(settings.families));
  return {
    engine,
    agent: models.agent,
    environment: models.environment,
    judge,
    // Rounds whose weights and optimizer states stay on the disk.
    keepWeights: 2,
    tokens,
    // Arguments of vLLM's LLM.
    vllm: { tensor_parallel_size: 1 },
    engines: loopEngines(settings, tokens),
  };
}

/** @throws CodedError where the loop cannot do what the settings ask */
export async function loopRecipe(request: LoopRequest, words: LoopWords): Promise<LoopFile[]> {
  const { settings } = request;
  const families = familiesByName(settings.families);
  refuseForLoop(settings, families);
  return [
    { path: 'README.md', text: words.readme(settings) },
    { path: 'loop.yaml', text: toYaml(loopConfig(request)) },
    { path: 'genenv.json', text: `${JSON.stringify({ settingsVersion: SETTINGS_VERSION, ...settings }, null, 2)}\n` },
    ...(await packageFiles()),
  ];
}
