/** @file Defines `genenv warm-up`. It trains a checkpoint until it writes well-formed answers and valid tasks. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { CodedError } from '../../common/coded-error.ts';
import { ifFileExists } from '../../common/node-files.ts';
import { PythonLearner } from '../../interop/loop/python-learner.ts';
import { TEMPLATE_FILE } from '../../lm/files/chat-template.ts';
import { openModel, openWeights } from '../../lm/files/load-model.ts';
import { diskFolder, modelSource } from '../../lm/files/node-files.ts';
import {
  preparation,
  warmUp,
  warmUpCard,
  WARM_UP_OPTIMIZER,
  type WarmUpProgress,
  warmUpRecipe,
  type WarmUpRecipe,
  type WarmUpState,
} from '../../pretraining/warm-up.ts';
import type { Tokenizer } from '../../lm/files/tokenizer.ts';
import { LEVEL_PRIORS, type LevelPrior } from '../../tasks/data.ts';
import { assignedSettings, countOption, integerOption, numberOption } from '../inputs.ts';
import { claimFolder, type FolderFiles, forceOption } from '../output.ts';
import { INTERRUPTED, printLine, stopOnInterrupt, unitBar } from '../print.ts';

interface Options {
  family: string[];
  out: string;
  force: boolean;
  role: WarmUpRecipe['role'];
  prior: LevelPrior;
  seed: number;
  steps?: number;
  learningRate?: number;
  klWeight: number;
  reads: number;
  python: string;
}

const ROLES = ['both', 'agent', 'environment'] as const satisfies readonly Options['role'][];

export const warmUpCommand = (): Command =>
  new Command('warm-up')
    .description('Prepare a checkpoint for the loop by LoRA: the agent on play, the environment on task texts.')
    .argument('<model>', 'a checkpoint with a chat template: its folder, or its GGUF file')
    .requiredOption('--family <names...>', 'families that it is to play, and files of worlds and tasks of your own')
    .requiredOption('--out <folder>', 'where the prepared checkpoint goes')
    .addOption(forceOption())
    .addOption(new Option('--role <name>', 'what it is to be').choices(ROLES).default('both'))
    .addOption(new Option('--prior <name>', 'of levels, in its texts').choices(LEVEL_PRIORS).default('hard'))
    .option('--seed <n>', 'of the examples and the adapter', integerOption, 1)
    .option('--steps <n>', 'the most', countOption)
    .option('--learning-rate <x>', 'of AdamW', numberOption)
    .option('--kl-weight <x>', 'of the divergence to the checkpoint, a token', numberOption, 0)
    .option('--reads <share>', 'of play that does what the task says, where a family has such words', numberOption, 0)
    .option('--python <program>', 'Python with torch, transformers and peft', 'python3')
    .addHelpText(
      'after',
      `
It ends as soon as 90% of the answers are in form and at most 25% of them right, and 80% of the texts are valid tasks. Ctrl-C ends
after the step; it was saved after its last measurement, and the same command goes on from there.`,
    )
    .action(async (model: string, { family, out, force, python, ...chosen }: Options) => {
      const folder = await claimFolder(out, { force, reads: [model] });
      const { families = [] } = await assignedSettings([`families=${family.join(',')}`]);
      const { tokenizer, weights } = await openModel(modelSource(model));
      if (tokenizer.chat === null) throw new CodedError('no-chat-template', { model });
      const checkpoint = await weights.stream(() => {});
      const recipe = warmUpRecipe({ ...chosen, name: basename(resolve(out)), families, checkpoint });

      const unfinished = `${resolve(out)}.unfinished`;
      const from = await readState(unfinished, recipe);
      const { lora, seed } = recipe;
      const path = resolve(model);
      const learner = await PythonLearner.open({ path, lora, seed, optimizer: WARM_UP_OPTIMIZER, python });
      try {
        if (from) await learner.load(join(unfinished, stepName(from)));
        const made = await prepared(recipe, learner, tokenizer, unfinished, from);
        if (made === null) {
          process.exitCode = INTERRUPTED;
          return;
        }
        await folder.write(async (files) => {
          await learner.merge(files.path);
          await writeRest(files, tokenizer, (weightsHash) =>
            warmUpCard(recipe, made, { model: basename(path), weightsHash, runtime: '`genenv warm-up` with PEFT' }),
          );
        });
        await rm(unfinished, { recursive: true, force: true });
        await printLine(`${out}: prepared after ${made.step} steps, ${foundIn(made)}`);
      } finally {
        await learner.dispose();
      }
    });

/** Trains with a progress bar. Returns null if Ctrl-C interrupted the training. */
async function prepared(
  recipe: WarmUpRecipe,
  learner: PythonLearner,
  tokenizer: Tokenizer,
  unfinished: string,
  from: WarmUpState | undefined,
) {
  const stopped = stopOnInterrupt('Stopping after this step');
  const bar = unitBar('step', recipe.steps, from?.step, `${recipe.name} `);
  const onStep = async ({ samples, ...state }: WarmUpProgress): Promise<void> => {
    const { step, losses } = state;
    bar.update(step, losses.length > 0 ? ` · loss ${losses.at(-1)!.toFixed(3)}` : '');
    if (samples.length > 0) {
      bar.print(`step ${step}: ${foundIn(state)}`);
      for (const { level, prompt, written } of samples)
        bar.print(`  ${level}  ${JSON.stringify(prompt === '' ? written : written.slice(0, 80))}`);
      await learner.save(unfinished, stepName(state), JSON.stringify({ recipe, ...state }));
    }
    stopped.throwIfAborted();
  };
  try {
    return await warmUp(recipe, learner, tokenizer, onStep, from);
  } catch (error) {
    if (error !== stopped.reason) throw error;
    return null;
  } finally {
    bar.stop();
  }
}

function foundIn({ measured }: WarmUpState): string {
  if (measured === null) return '';
  const { wellFormed, right, valid } = preparation(measured);
  const shares = { 'answers in form': wellFormed, right, 'valid tasks': valid };
  return Object.entries(shares)
    .flatMap(([name, share]) => (share === null ? [] : `${name} ${(100 * share).toFixed(0)}%`))
    .join(', ');
}

const STEP = 'step-';
const stepName = ({ step }: WarmUpState): string => `${STEP}${step}`;

/** Reads the latest saved state. Returns undefined if there is none, or if it belongs to another recipe. */
async function readState(folder: string, recipe: WarmUpRecipe): Promise<WarmUpState | undefined> {
  // Sort the saved states. There may be two if the process was killed while it saved.
  const steps = ((await ifFileExists(folder, () => readdir(folder))) ?? [])
    .filter((name) => /^step-\d+$/.test(name))
    .sort((a, b) => Number(a.slice(STEP.length)) - Number(b.slice(STEP.length)));
  const latest = steps.at(-1);
  if (latest === undefined) return undefined;
  const text = await readFile(join(folder, latest, 'state.json'), 'utf8');
  const { recipe: before, ...state } = JSON.parse(text) as WarmUpState & { recipe: unknown };
  return JSON.stringify(before) === JSON.stringify(recipe) ? state : undefined;
}

/** Writes the files that accompany the weights: the unchanged tokenizer and the model card. */
async function writeRest(files: FolderFiles, tokenizer: Tokenizer, card: (hash: string) => string): Promise<void> {
  const { tokenizer: vocabulary, config, template } = tokenizer.files;
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  await files.write('tokenizer.json', json(vocabulary));
  await files.write('tokenizer_config.json', json(config));
  if (template !== undefined) await files.write(TEMPLATE_FILE, template);
  // Load the model once with our engine, so that an unreadable model fails here.
  const { weights } = await openWeights(diskFolder(files.path));
  await files.write('README.md', card(await weights.stream(() => {})));
}
