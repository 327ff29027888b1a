/** @file `genenv pretrain`: makes the shipped models again and records in the manifest how they were made. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { RECIPES } from '../../pretraining/recipes.ts';
import {
  measureModel,
  pretrain,
  pretrainedFolder,
  type PretrainedModel,
  type ModelRecipe,
} from '../../pretraining/pretrain.ts';
import { LanguageModelPolicy } from '../../policy/language-model-policy.ts';
import { parameterCount } from '../../lm/files/config.ts';
import { loadModel, modelFolder } from '../../lm/files/load-model.ts';
import { diskFolder } from '../../lm/files/node-files.ts';
import type { Device } from '../../tensor/device.ts';
import { openDevice } from '../open-device.ts';
import { integerOption } from '../options.ts';
import { claimFolder, forceOption, updateFile } from '../output.ts';
import { pace, progressBar } from '../progress.ts';

const MANIFEST = 'manifest.json';

interface Options {
  out: string;
  force: boolean;
  seed?: number;
  steps?: number;
  onlyMeasure?: boolean;
  saveEvery?: number;
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
    .option('--only-measure', 'train nothing: measure the existing models and update the manifest')
    .addHelpText('after', `\nModels: ${RECIPES.map(({ name }) => name).join(', ')}`)
    .action(async (names: string[], options: Options) => {
      const recipes = chosenRecipes(names, options);
      if (!options.onlyMeasure) for (const { name } of recipes) await claimFolder(join(options.out, name), options);
      const device = await openDevice();
      console.log(`Adapter: ${device.adapter.name}`);
      for (const recipe of recipes) {
        if (options.onlyMeasure) {
          await measureAgain(device, recipe, options.out);
          continue;
        }
        const bar = progressBar(`${recipe.name} {bar} {pace}{loss}`);
        const paceAt = pace('step', recipe.steps);
        bar.start(recipe.steps, 0, { pace: paceAt(0), loss: '' });
        const made = await pretrain(
          recipe,
          async (model) => LanguageModelPolicy.create(device, model),
          async (step, loss, current) => {
            bar.update(step, { pace: paceAt(step), loss: ` · loss ${loss.toFixed(3)}` });
            if (options.saveEvery !== undefined && step % options.saveEvery === 0)
              await writeModel(options.out, recipe, modelFolder(await current(), recipe.dtype));
          },
        );
        bar.stop();
        await writeModel(options.out, recipe, pretrainedFolder(made));
        await record(options.out, made, commandLine(recipe, options));
        console.log(`${join(options.out, recipe.name)}: loss ${made.lossCurve.at(-1)![1].toFixed(3)} nats per token`);
      }
    });

function chosenRecipes(names: string[], { seed, steps }: Options): ModelRecipe[] {
  const unknown = names.find((name) => !RECIPES.some((recipe) => recipe.name === name));
  if (unknown) {
    const known = RECIPES.map(({ name }) => name).join(', ');
    throw new CodedError('unknown-recipe', {
      name: unknown,
      known,
    });
  }
  return RECIPES.filter(({ name }) => names.length === 0 || names.includes(name)).map((recipe) => ({
    ...recipe,
    seed: seed ?? recipe.seed,
    steps: steps ?? recipe.steps,
  }));
}

/** Writes the model; its path was checked before the training. */
async function writeModel(out: string, { name }: ModelRecipe, model: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const folder = await claimFolder(join(out, name), { force: true });
  await folder.write(async (files) => {
    for (const [path, bytes] of model) await files.write(path, bytes);
  });
}

const commandLine = ({ name }: ModelRecipe, { seed, steps }: Options): string =>
  [
    'npx genenv pretrain',
    name,
    seed === undefined ? '' : `--seed ${seed}`,
    steps === undefined ? '' : `--steps ${steps}`,
  ]
    .filter(Boolean)
    .join(' ');

interface ManifestEntry {
  name: string;
  sha256: string;
  measure: unknown;
}

const readManifest = async (folder: string): Promise<ManifestEntry[]> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { models?: ManifestEntry[] }).models ?? [];
};

/** Adds a model to the manifest beside it, replacing an entry of its name. */
async function writeEntry(folder: string, entry: ManifestEntry): Promise<void> {
  const rest = (await readManifest(folder)).filter(({ name }) => name !== entry.name);
  const models = [...rest, entry].sort((a, b) => a.name.localeCompare(b.name));
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
  const measure = await measureModel(recipe, policy, model.tokenizer);
  await policy.dispose();
  await writeEntry(folder, { ...entry, measure });
  console.log(`${recipe.name}: measured`);
}
