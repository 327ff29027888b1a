/**
 * @file `genenv pretrain` makes the shipped models again, or a pair for a world, and records their recipes in the
 * manifest.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { PAIR_SIZE_NAMES, pairFolder, pairRecipes, type PairSize, planPair } from '../../pretraining/world-pair.ts';
import { RECIPES } from '../../pretraining/recipes.ts';
import {
  measureModel,
  pretrain,
  pretrainedFolder,
  type PretrainedModel,
  type PretrainingProgress,
  type PretrainingState,
  type ModelRecipe,
} from '../../pretraining/pretrain.ts';
import { LanguageModelPolicy } from '../../policy/language-model-policy.ts';
import { parameterCount } from '../../lm/files/config.ts';
import { loadModel, modelFolder } from '../../lm/files/load-model.ts';
import { ifFileExists } from '../../common/node-files.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import { isTaskSet, type OwnFamily } from '../../tasks/family.ts';
import type { Device } from '../../tensor/device.ts';
import { formatDuration } from '../../text/duration.ts';
import { openDevice } from '../open-device.ts';
import { integerOption, tasksFromFile, worldFromFile } from '../inputs.ts';
import { claimFolder, forceOption, updateFile } from '../output.ts';
import { INTERRUPTED, pace, printAbove, printLine, progressBar, stopOnInterrupt } from '../print.ts';
import { formatBytes } from '../../text/bytes.ts';

const MANIFEST = 'manifest.json';

interface Options {
  out: string;
  force: boolean;
  seed?: number;
  steps?: number;
  onlyMeasure?: boolean;
  saveEvery?: number;
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
    .option('--save-every <n>', 'write the model folder after every n steps too', integerOption)
    .option('--world <file>', 'make a pair for a world of your own instead: agent and environment')
    .option(
      '--tasks <file>',
      'make a pair for tasks of your own instead: JSON lines, CSV, or what “genenv tasks” wrote',
    )
    .addOption(new Option('--size <name>', 'of that pair').choices(PAIR_SIZE_NAMES).default('small'))
    .option('--only-measure', 'train nothing: measure the existing models and update the manifest')
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
      if (!options.onlyMeasure) for (const { name } of recipes) await claimFolder(join(options.out, name), options);
      const device = await openDevice();
      await printLine(`Adapter: ${device.adapter.name}`);
      for (const recipe of recipes) {
        if (options.onlyMeasure) {
          await measureAgain(device, recipe, options.out);
          continue;
        }
        const folder = join(options.out, recipe.name);
        const bar = progressBar(`${recipe.name} {bar} {pace}{loss}`);
        const paceAt = pace('step', recipe.steps);
        bar.start(recipe.steps, 0, { pace: paceAt(0), loss: '' });
        const made = await pretrain(
          recipe,
          async (model) => LanguageModelPolicy.create(device, model),
          async ({ step, loss, current }) => {
            bar.update(step, { pace: paceAt(step), loss: ` · loss ${loss.toFixed(3)}` });
            if (options.saveEvery !== undefined && step % options.saveEvery === 0)
              await writeFolder(folder, modelFolder(await current(), recipe.dtype));
          },
        );
        bar.stop();
        await writeFolder(folder, pretrainedFolder(made));
        const { isSame, sentence } = compareHash(await shippedEntry(recipe.name), recipe, made.model.weightsHash);
        if (!isSame) process.exitCode = 1;
        await record(options.out, made, commandLine(recipe, options));
        await printLine(`${folder}: loss ${made.lossCurve.at(-1)![1].toFixed(3)} nats per token${sentence}`);
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

/** Trains the missing models of a pair. An interrupted training continues from its last save. */
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
    if (!(await makeModel(device, recipe, out, command, stopped))) {
      process.exitCode = INTERRUPTED;
      return;
    }
  }
  const set = `--set families=${file} --set agentModel=${agent.name} --set environmentModel=${environment.name}`;
  await printLine(`Let them co-evolve: npx genenv coevolve --models ${out} ${set} --out run.jsonl`);
}

/** Thrown to end training when the user interrupts it. */
class Stopped extends Error {}

const unfinishedFolder = (out: string, { name }: ModelRecipe): string => join(out, `${name}.unfinished`);

/** @returns false if interrupted; the next call continues from there */
async function makeModel(
  device: Device,
  recipe: ModelRecipe,
  out: string,
  command: string,
  stopped: AbortSignal,
): Promise<boolean> {
  const unfinished = unfinishedFolder(out, recipe);
  const from = await readState(unfinished, recipe);
  const bar = progressBar(`${recipe.name} {bar} {pace}{loss}`);
  const paceAt = pace('step', recipe.steps, from?.step);
  const begin = (step: number) => bar.start(recipe.steps, step, { pace: paceAt(step), loss: '' });
  begin(from?.step ?? 0);
  const onStep = async ({ step, loss, measured, state }: PretrainingProgress): Promise<void> => {
    bar.update(step, { pace: paceAt(step), loss: ` · loss ${loss.toFixed(3)}` });
    if (measured) for (const line of measuredLines(step, measured)) printAbove(bar, line, () => begin(step));
    if (!stopped.aborted && !measured) return;
    await writeState(unfinished, recipe, await state());
    if (stopped.aborted) throw new Stopped();
  };
  try {
    const made = await pretrain(recipe, async (model) => LanguageModelPolicy.create(device, model), onStep, from);
    await writeFolder(join(out, recipe.name), pairFolder(made));
    await record(out, made, command);
    await rm(unfinished, { recursive: true, force: true });
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  } finally {
    bar.stop();
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(0)}%`;

/** Writes a measurement's results, and a text of each level. */
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

/** @returns undefined if nothing was saved, or if the save belongs to another recipe */
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

/** Writes a model or a state. A model's path was checked before training. */
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

/** Returns the entry in the shipped manifest, which stays the reference wherever the new model is written. */
const shippedEntry = async (name: string): Promise<ManifestEntry | undefined> =>
  (await readManifest(fileURLToPath(new URL('../../../models', import.meta.url)))).find((entry) => entry.name === name);

/** Compares a model with the shipped manifest's entry, if both have the same recipe. */
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

/** Writes a model's entry into the manifest. An existing entry keeps `shipped`, which training does not set. */
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

async function measureAgain(device: Device, recipe: ModelRecipe, folder: string): Promise<void> {
  const model = await loadModel(diskFolder(join(folder, recipe.name)));
  const entry = (await readManifest(folder)).find(({ name }) => name === recipe.name);
  if (entry?.sha256 !== model.weightsHash) throw new CodedError('model-not-in-manifest', { name: recipe.name });
  const policy = await LanguageModelPolicy.create(device, model);
  const { measure } = await measureModel(recipe, policy, model.tokenizer);
  await policy.dispose();
  await writeEntry(folder, { ...entry, measure });
  await printLine(`${recipe.name}: measured`);
}
