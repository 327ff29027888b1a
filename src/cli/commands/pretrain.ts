/**
 * @file Defines `genenv pretrain`. It trains the shipped models again, or a pair of models for a world or for tasks of
 * the user. The manifest records each model's recipe.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { PAIR_SIZE_NAMES, pairFolder, pairRecipes, type PairSize, planPair } from '../../pretraining/world-pair.ts';
import { RECIPES } from '../../pretraining/recipes.ts';
import {
  pretrain,
  pretrainedFolder,
  type PretrainedModel,
  type PretrainingProgress,
  type PretrainingState,
  type ModelRecipe,
} from '../../pretraining/pretrain.ts';
import { LanguageModelPolicy } from '../../policy/language-model-policy.ts';
import { parameterCount } from '../../lm/files/config.ts';
import { ifFileExists } from '../../common/node-files.ts';
import { isTaskSet, type OwnFamily } from '../../tasks/family.ts';
import type { Device } from '../../tensor/device.ts';
import { formatDuration } from '../../text/duration.ts';
import { openDevice } from '../open-device.ts';
import { integerOption, MODELS_FOLDER, tasksFromFile, worldFromFile } from '../inputs.ts';
import { claimFolder, forceOption, updateFile } from '../output.ts';
import { INTERRUPTED, printLine, stopOnInterrupt, unitBar } from '../print.ts';
import { formatBytes } from '../../text/bytes.ts';

const MANIFEST = 'manifest.json';

interface Options {
  out: string;
  force: boolean;
  seed?: number;
  steps?: number;
  world?: string;
  tasks?: string;
  size: PairSize;
}

export const pretrainCommand = (): Command =>
  new Command('pretrain')
    .description('Pre-train models by play on our own engine, from data the task families generate.')
    .argument('[names...]', 'models to make; all if none is named')
    .option('--out <folder>', 'where the model folders and manifest.json go', 'models')
    .addOption(forceOption())
    .option('--seed <n>', 'a seed that replaces the recipe’s', integerOption)
    .option('--steps <n>', 'a number of steps that replaces the recipe’s', integerOption)
    .option('--world <file>', 'make a pair for a world of your own instead: agent and environment')
    .option(
      '--tasks <file>',
      'make a pair for tasks of your own instead: JSON lines, CSV, or what “genenv tasks” wrote',
    )
    .addOption(new Option('--size <name>', 'of that pair').choices(PAIR_SIZE_NAMES).default('small'))
    .addHelpText(
      'after',
      `
Models: ${RECIPES.map(({ name }) => name).join(', ')}

With --world or --tasks each model is trained until it is a base model: at least 90% of its texts are well-formed at every level, and an
agent's answers are right in at most 10%. Ctrl-C ends after the step; the same command goes on, to the same bits.`,
    )
    .action(async (names: string[], options: Options) => {
      if (options.world !== undefined) return makePair(options.world, await worldFromFile(options.world), options);
      if (options.tasks !== undefined) return makePair(options.tasks, await tasksFromFile(options.tasks), options);
      const recipes = chosenRecipes(names, options);
      for (const { name } of recipes) await claimFolder(join(options.out, name), options);
      const device = await openDevice();
      await printLine(`Adapter: ${device.adapter.name}`);
      const stopped = stopOnInterrupt('Stopping after this step');
      for (const recipe of recipes) {
        const shipped = (await readManifest(MODELS_FOLDER)).find(({ name }) => name === recipe.name);
        const made = await makeModel(device, recipe, options.out, commandLine(recipe, options), stopped);
        if (!made) return;
        const { isSame, sentence } = compareHash(shipped, recipe, made.model.weightsHash);
        if (!isSame) process.exitCode = 1;
        const loss = made.lossCurve.at(-1)![1].toFixed(3);
        await printLine(`${join(options.out, recipe.name)}: loss ${loss} nats per token${sentence}`);
      }
    });

function chosenRecipes(names: string[], { seed, steps }: Options): ModelRecipe[] {
  const unknown = names.find((name) => !RECIPES.some((recipe) => recipe.name === name));
  if (unknown) {
    const known = RECIPES.map(({ name }) => name).join(', ');
    throw new CodedError('unknown-recipe', { name: unknown, known });
  }
  return RECIPES.filter(({ name }) => names.length === 0 || names.includes(name)).map((recipe) => ({
    ...recipe,
    seed: seed ?? recipe.seed,
    steps: steps ?? recipe.steps,
  }));
}

/** Trains a pair of models. Skips existing models without --force, and continues an interrupted training. */
async function makePair(file: string, family: OwnFamily, options: Options): Promise<void> {
  const { out, size, seed = 1 } = options;
  const request = { family, size, seed };
  const { agent, environment } = pairRecipes(request);
  const device = await openDevice();
  await printLine(`Adapter: ${device.adapter.name}`);
  const begun = await Promise.all(
    [agent, environment].map((recipe) => readState(unfinishedFolder(out, recipe), recipe)),
  );
  if (!begun.some(Boolean)) {
    const { seconds, bytes } = await planPair(request, device, async (model) =>
      LanguageModelPolicy.create(device, model),
    );
    const most = `${formatDuration(seconds)} and ${formatBytes(bytes)} of its memory`;
    await printLine(`At most ${most}, by a few steps on this adapter; it ends as soon as both are base models.`);
  }
  const stopped = stopOnInterrupt('Stopping after this step');
  const command = `npx genenv pretrain --${isTaskSet(family) ? 'tasks' : 'world'} FILE --size ${size} --seed ${seed}`;
  for (const recipe of [agent, environment]) {
    const folder = join(out, recipe.name);
    const made = await readManifest(out).then((entries) => entries.some(({ name }) => name === recipe.name));
    if (made && !options.force) {
      await printLine(`${folder}: made before`);
      continue;
    }
    await claimFolder(folder, options);
    if (!(await makeModel(device, recipe, out, command, stopped))) return;
  }
  const set = `--set families=${file} --set agentModel=${agent.name} --set environmentModel=${environment.name}`;
  await printLine(`Let them co-evolve: npx genenv coevolve --models ${out} ${set} --out run.jsonl`);
}

const unfinishedFolder = (out: string, { name }: ModelRecipe): string => join(out, `${name}.unfinished`);

/** Trains a model. Returns null if Ctrl-C interrupted the training, which the next call continues. */
async function makeModel(
  device: Device,
  recipe: ModelRecipe,
  out: string,
  command: string,
  stopped: AbortSignal,
): Promise<PretrainedModel | null> {
  const unfinished = unfinishedFolder(out, recipe);
  const from = await readState(unfinished, recipe);
  const bar = unitBar('step', recipe.steps, from?.step, `${recipe.name} `);
  const onStep = async ({ step, loss, measured, state }: PretrainingProgress): Promise<void> => {
    bar.update(step, ` · loss ${loss.toFixed(3)}`);
    if (measured) measuredLines(step, measured).forEach(bar.print);
    if (!stopped.aborted && !measured) return;
    await writeState(unfinished, recipe, await state());
    stopped.throwIfAborted();
  };
  try {
    const made = await pretrain(recipe, async (model) => LanguageModelPolicy.create(device, model), onStep, from);
    await writeFolder(join(out, recipe.name), recipe.untilBase ? pairFolder(made) : pretrainedFolder(made));
    await record(out, made, command);
    await rm(unfinished, { recursive: true, force: true });
    return made;
  } catch (error) {
    if (error !== stopped.reason) throw error;
    process.exitCode = INTERRUPTED;
    return null;
  } finally {
    bar.stop();
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;

/** Returns lines for the terminal: a measurement's results, then sample texts with their levels. */
function measuredLines(step: number, { measure, samples }: Required<PretrainingProgress>['measured']): string[] {
  const found =
    'valid' in measure
      ? `valid tasks ${percent(measure.valid)}${measure.rightKeys === undefined ? '' : `, of keys that can be checked right ${percent(measure.rightKeys)}`}`
      : 'wellFormed' in measure
        ? `well-formed by level ${Object.values(measure.wellFormed).flat().map(percent).join(' ')}, right ${Object.values(measure.success).flat().map(percent).join(' ')}`
        : '';
  const written = samples.map(
    ({ level, prompt, written: text }) => `  ${level}  ${prompt === '' ? '' : `${prompt} → `}${text}`,
  );
  return [`step ${step}: ${found}`, ...written];
}

const STATE_FILE = 'state.json';
const PARTS = ['weights', 'optimizer'] as const;

async function writeState(folder: string, recipe: ModelRecipe, state: PretrainingState): Promise<void> {
  const { snapshot, ...rest } = state;
  await writeFolder(
    folder,
    new Map<string, Uint8Array>([
      ...PARTS.map((part) => [`${part}.safetensors`, snapshot[part]] as const),
      [STATE_FILE, new TextEncoder().encode(JSON.stringify({ recipe, ...rest }))],
    ]),
  );
}

/** Reads the saved state of a training. Returns undefined if there is none, or if it belongs to another recipe. */
async function readState(folder: string, recipe: ModelRecipe): Promise<PretrainingState | undefined> {
  const text = await ifFileExists(join(folder, STATE_FILE), () => readFile(join(folder, STATE_FILE), 'utf8'));
  if (text === undefined) return undefined;
  const { recipe: before, ...rest } = JSON.parse(text) as { recipe: unknown } & Omit<PretrainingState, 'snapshot'>;
  if (JSON.stringify(before) !== JSON.stringify(recipe)) return undefined;
  const [weights, optimizer] = await Promise.all(
    PARTS.map(async (part) => new Uint8Array(await readFile(join(folder, `${part}.safetensors`)))),
  );
  return { ...rest, snapshot: { weights, optimizer } };
}

/** Writes files into a folder and replaces existing ones. Paths of models were checked before training. */
async function writeFolder(path: string, model: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const folder = await claimFolder(path, { force: true });
  await folder.write(async (files) => {
    for (const [path, bytes] of model) await files.write(path, bytes);
  });
}

const commandLine = ({ name }: ModelRecipe, { seed, steps }: Options): string =>
  `npx genenv pretrain ${name}${seed === undefined ? '' : ` --seed ${seed}`}${steps === undefined ? '' : ` --steps ${steps}`}`;

interface ManifestEntry {
  name: string;
  sha256: string;
  measure: unknown;
  recipe?: unknown;
}

/** Compares a hash with the shipped manifest's. `isSame` is also true if the manifest lists another recipe or none. */
export function compareHash(
  listed: Pick<ManifestEntry, 'sha256' | 'recipe'> | undefined,
  recipe: ModelRecipe,
  weightsHash: string,
): { isSame: boolean; sentence: string } {
  if (!isDeepStrictEqual(listed?.recipe, recipe)) return { isSame: true, sentence: '' };
  if (listed!.sha256 === weightsHash) return { isSame: true, sentence: `; the weights have the listed hash` };
  return {
    isSame: false,
    sentence:
      `; the weights have another hash (${weightsHash}) than models/manifest.json lists (${listed!.sha256}). ` +
      'Another adapter rounds otherwise: use Chromium’s software adapter.',
  };
}

const readManifest = async (folder: string): Promise<ManifestEntry[]> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { models?: ManifestEntry[] }).models ?? [];
};

/** Writes a model's entry into the manifest. An existing entry keeps its field `shipped`. */
export async function writeEntry(folder: string, entry: ManifestEntry): Promise<void> {
  const entries = await readManifest(folder);
  const rest = entries.filter(({ name }) => name !== entry.name);
  const before = entries.find(({ name }) => name === entry.name);
  const models = [...rest, { ...before, ...entry }].sort((a, b) => a.name.localeCompare(b.name));
  await updateFile(join(folder, MANIFEST), `${JSON.stringify({ models }, null, 1)}\n`);
}

const record = (folder: string, { recipe, model, lossCurve, measure }: PretrainedModel, command: string) => {
  const entry = {
    name: recipe.name,
    command,
    parameters: parameterCount(model.config),
    vocabulary: model.config.vocabSize,
    sha256: model.weightsHash,
    recipe,
    measure,
    lossCurve: lossCurve.map(([step, loss]) => [step, Number(loss.toFixed(4))]),
  };
  return writeEntry(folder, entry);
};
