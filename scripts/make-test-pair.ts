/**
 * @file Trains the models that tests read, so that no test has to train them: npx tsx scripts/make-test-pair.ts
 *
 * For tests of runs, it makes a tiny pair that solves some household tasks. For tests of pre-training, it saves states
 * a few steps before the end of training. For tests that need a checkpoint with byte pairs, it prepares one by warm-up.
 */
import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { adapterEnvironment } from '../src/cli/adapter-environment.mjs';
import { type LoadedModel, modelFolder } from '../src/lm/files/load-model.ts';
import { openSafetensors } from '../src/lm/files/safetensors.ts';
import { takeParameters } from '../src/lm/files/take-parameters.ts';
import { writeDiskFolder } from '../src/lm/testing/write-disk-folder.ts';
import { LanguageModelPolicy } from '../src/policy/language-model-policy.ts';
import {
  type ModelRecipe,
  pretrain,
  pretrainedFolder,
  type PretrainingProgress,
  type PretrainingState,
  untrainedModel,
} from '../src/pretraining/pretrain.ts';
import {
  CHECKPOINT,
  EIGHT_LETTERS,
  type NearlyTrained,
  nearlyTrained,
  stateFile,
  turned,
} from '../src/pretraining/testing/nearly-trained.ts';
import { warmUp, warmUpRecipe } from '../src/pretraining/warm-up.ts';
import { PAIR_SIZES } from '../src/pretraining/world-pair.ts';
import { openNodeDevice } from '../src/tensor/node.ts';

/** Number of training steps that a test still has to do. */
const STEPS_LEFT = 3;
const FOLDER = fileURLToPath(new URL('../src/runs/fixtures/pair', import.meta.url));
const recipe: Omit<ModelRecipe, 'name' | 'role'> = {
  families: ['household'],
  prior: 'easy',
  architecture: {
    hiddenSize: 16,
    layers: 1,
    heads: 2,
    kvHeads: 1,
    headDim: 8,
    intermediateSize: 32,
    maxPositions: 160,
  },
  seed: 1,
  steps: 80,
  batch: 16,
  learningRate: 1e-2,
};

// Dawn finds a graphics driver by variables that a process reads at its start. Start again with these variables.
const environment = adapterEnvironment();
if (Object.keys(environment).length > 0) {
  const command = [...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, ...environment };
  process.exit(spawnSync(process.execPath, command, { env, stdio: 'inherit' }).status ?? 1);
}

const device = await openNodeDevice();
const makePolicy = async (model: LoadedModel) => LanguageModelPolicy.create(device, model);
await rm(FOLDER, { recursive: true, force: true });
for (const role of ['agent', 'environment'] as const) {
  const made = await pretrain({ ...recipe, name: role, role }, makePolicy);
  await writeDiskFolder(join(FOLDER, role), pretrainedFolder(made));
}

for (const name of Object.keys(nearlyTrained) as NearlyTrained[])
  for (const role of ['agent', 'environment'] as const) {
    const recipe = nearlyTrained[name][role];
    const measured: PretrainingState[] = [];
    let end = 0;
    await pretrain(recipe, makePolicy, async (reached) => {
      end = reached.step;
      if (reached.measured) measured.push(await reached.state());
    });
    console.log(`${name} ${role}: trained in ${end} steps`);
    const keep = async ({ step, state }: PretrainingProgress) => {
      if (step === end - STEPS_LEFT) await writeFile(stateFile(name, role), serialize(await state()));
    };
    await pretrain(recipe, makePolicy, keep, measured.at(-2));
  }

const choice = {
  name: 'two',
  role: 'environment',
  families: [turned(EIGHT_LETTERS, 'text')],
  prior: 'uniform',
  seed: 2,
} as const;
const warmUpOfTwo = { ...warmUpRecipe({ ...choice, checkpoint: '', learningRate: 5e-3 }), batch: 32 };
const architecture = { ...PAIR_SIZES.medium, maxPositions: 256 };
const untrained = await untrainedModel({ ...warmUpOfTwo, architecture, bytePairs: { merges: 60, examples: 64 } });
const policy = LanguageModelPolicy.create(device, untrained);
await warmUp(warmUpOfTwo, policy, untrained.tokenizer);
const weights = takeParameters(openSafetensors((await policy.snapshot()).weights), untrained.config);
await rm(CHECKPOINT, { recursive: true, force: true });
await writeDiskFolder(CHECKPOINT, modelFolder({ ...untrained, weights }, 'F16'));
device.destroy();
process.exit(0);
