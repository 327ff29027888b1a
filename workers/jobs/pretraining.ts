/**
 * @file Pre-trains a pair and prepares checkpoints on the page's GPU, one model at a time. Unfinished models are stored
 * after each measurement and on cancellation. A later job with the same recipe continues from the stored model.
 */
import { openDB } from 'idb';
import { CodedError } from '../../src/common/coded-error.ts';
import { onceOpened } from '../../src/common/once.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { BlobTarget, textChunks } from '../../src/interop/models/exported-model.ts';
import { mergedWeights, modelOfFolder } from '../../src/interop/models/open-exported-model.ts';
import { safetensorsFolder } from '../../src/interop/models/export-model.ts';
import type { ModelFiles } from '../../src/lm/files/model-files.ts';
import { openModel, openWeights } from '../../src/lm/files/load-model.ts';
import { openSafetensors } from '../../src/lm/files/safetensors.ts';
import { takeTensors } from '../../src/lm/files/take-parameters.ts';
import { adapterShapes } from '../../src/lm/lora/adapter-layout.ts';
import { DevicePolicies } from '../../src/policy/device-policies.ts';
import { LanguageModelPolicy } from '../../src/policy/language-model-policy.ts';
import type { Measured } from '../../src/pretraining/measure-model.ts';
import {
  type ModelMeasure,
  pretrain,
  type ModelRecipe,
  type PretrainingState,
} from '../../src/pretraining/pretrain.ts';
import {
  warmUp,
  warmUpCard,
  warmUpRecipe,
  type WarmUpRecipe,
  type WarmUpState,
} from '../../src/pretraining/warm-up.ts';
import {
  pairFolder,
  type PairPlan,
  pairRecipes,
  type PairRequest,
  planPair,
} from '../../src/pretraining/world-pair.ts';
import type { PolicySnapshot } from '../../src/policy/policy.ts';
import type { Device } from '../../src/tensor/device.ts';
import { familiesByName } from '../../src/tasks/registry.ts';
import { openThreadDevice } from '../player/policy-host.ts';
import { folderAt, modelAddress } from '../rpc/model-url.ts';
import type { JobContext } from './job-host.ts';

export type { PairPlan };
export type PairSize = PairRequest['size'];

export type PairRole = 'agent' | 'environment';

/** Checkpoint to prepare for the loop, named as in settings. */
export interface PreparationRequest extends Pick<
  WarmUpRecipe,
  'role' | 'families' | 'prior' | 'seed' | 'learningRate'
> {
  model: string;
}

export interface MakingProgress {
  step: number;
  /** Maximum number of steps. */
  steps: number;
  /** Loss of the latest step in nats per token; null before the first step. */
  loss: number | null;
  /** Latest measurement; null before the first measurement. */
  measured: Measured<ModelMeasure> | null;
}

export interface MadeModel {
  name: string;
  /** Files of the model's folder. */
  files: PickedFile[];
}

/** State of a preparation after a step. The snapshot holds only the adapter. */
interface PreparationState extends WarmUpState {
  snapshot: PolicySnapshot;
}

/** Stores unfinished models under their recipe, which determines the type of the state. */
export interface UnfinishedStates {
  get<State extends PretrainingState | PreparationState>(recipe: string): Promise<State | undefined>;
  put(recipe: string, state: PretrainingState | PreparationState): Promise<void>;
  delete(recipe: string): Promise<void>;
}

export interface PretrainingParts {
  openDevice(): Promise<Device>;
  states: UnfinishedStates;
  /** Opens the files of a model by its name in settings. */
  folder(model: string): ModelFiles;
}

type Making = JobContext<MakingProgress>;

const STATES = 'states';

const database = onceOpened(() =>
  openDB<{ [STATES]: { key: string; value: unknown } }>('genenv-pretraining', 1, {
    upgrade: (opened) => void opened.createObjectStore(STATES),
  }),
);

const pageParts: PretrainingParts = {
  openDevice: () => openThreadDevice(() => {}),
  states: {
    get: async <State>(recipe: string) => (await (await database()).get(STATES, recipe)) as State | undefined,
    put: async (recipe, state) => void (await (await database()).put(STATES, state, recipe)),
    delete: async (recipe) => (await database()).delete(STATES, recipe),
  },
  folder: (model) => folderAt(modelAddress(model)),
};

export function pretrainingJobs(parts: PretrainingParts = pageParts) {
  const onDevice = async <Result>(work: (device: Device) => Promise<Result>): Promise<Result> => {
    const device = await parts.openDevice();
    try {
      return await work(device);
    } finally {
      device.destroy();
    }
  };
  return {
    /** Measures the time and memory that a pair takes on this device, with a few discarded steps. */
    'plan-pair': (request: PairRequest): Promise<PairPlan> =>
      onDevice((device) => planPair(request, device, async (model) => LanguageModelPolicy.create(device, model))),
    /** Makes one model of a pair, or continues an unfinished model. */
    'pretrain-model': (
      { request, role }: { request: PairRequest; role: PairRole },
      context: Making,
    ): Promise<MadeModel> => onDevice((device) => train(parts, device, pairRecipes(request)[role], context)),
    /** Prepares a checkpoint with LoRA and merges the adapter. Continues an unfinished preparation. */
    'prepare-checkpoint': (request: PreparationRequest, context: Making): Promise<MadeModel> => {
      const { model, role, families, ...choice } = request;
      const [base] = model.split(/[:/]/).slice(-1);
      const name = [base, ...familiesByName(families).map((family) => family.name), role].join('-');
      const recipe = warmUpRecipe({ ...choice, role, families, name, checkpoint: '' });
      return onDevice((device) => prepare(parts, device, recipe, model, context));
    },
  };
}

/** Returns a callback for each step. It reports the step, and stores the state if the job measured or is cancelled. */
function followSteps({ report, signal }: Making, steps: number) {
  let newest: MakingProgress['measured'] = null;
  report({ step: 0, steps, loss: null, measured: null });
  return async (
    { step, loss, measured }: Omit<MakingProgress, 'steps' | 'measured'> & Partial<MakingProgress>,
    store: () => Promise<void>,
  ): Promise<void> => {
    newest = measured ?? newest;
    report({ step, steps, loss, measured: newest });
    if (signal.aborted || measured) await store();
    signal.throwIfAborted();
  };
}

async function train(
  { states }: PretrainingParts,
  device: Device,
  recipe: ModelRecipe,
  context: Making,
): Promise<MadeModel> {
  const key = JSON.stringify(recipe);
  const follow = followSteps(context, recipe.steps);
  const made = await pretrain(
    recipe,
    async (model) => LanguageModelPolicy.create(device, model),
    ({ state, ...reached }) => follow(reached, async () => states.put(key, await state())),
    await states.get<PretrainingState>(key),
  );
  const files = [...pairFolder(made)].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
  await states.delete(key);
  return { name: recipe.name, files };
}

/** Trains an adapter and merges it into the checkpoint. @param draft recipe without the checkpoint's hash */
async function prepare(
  parts: PretrainingParts,
  device: Device,
  draft: WarmUpRecipe,
  model: string,
  context: Making,
): Promise<MadeModel> {
  const { states } = parts;
  const folder = parts.folder(model);
  const opened = await openModel(folder);
  if (opened.tokenizer.chat === null) throw new CodedError('no-chat-template', { model });
  const { lora, seed, steps } = draft;
  const follow = followSteps(context, steps);
  const training = { kind: 'lora', lora, basePrecision: 'f32', seed, player: 0 } as const;
  const policy = await new DevicePolicies(device).open(model, async () => opened, training);
  const recipe = { ...draft, checkpoint: (await policy.describe()).weightsHash };
  const key = JSON.stringify(recipe);
  const from = await states.get<PreparationState>(key);
  if (from) await policy.restore(from.snapshot);
  const state = await warmUp(
    recipe,
    policy,
    opened.tokenizer,
    ({ samples, ...reached }) => {
      const { step, losses, measured: measure } = reached;
      const measured = samples.length > 0 && measure ? { measure, samples } : null;
      return follow({ step, loss: losses.at(-1) ?? null, measured }, async () =>
        states.put(key, { ...reached, snapshot: await policy.snapshot() }),
      );
    },
    from,
  );
  const trained = openSafetensors((await policy.snapshot()).weights);
  const base = await modelOfFolder(folder, model);
  const adapter = { lora, weights: takeTensors(trained, adapterShapes(opened.config, lora), draft.name) };
  const target = new BlobTarget(draft.name);
  const weights = mergedWeights(opened.config, base.weights, adapter);
  for (const [path, chunks] of await safetensorsFolder({ ...base, weights }, 'F32')) await target.write(path, chunks);
  // Load the model once with our engine, so that an unreadable model fails here.
  const weightsHash = await (await openWeights(target.files)).weights.stream(() => {});
  const card = warmUpCard(recipe, state, { model: base.baseName, weightsHash, runtime: 'the page’s own engine' });
  await target.write('README.md', textChunks(card));
  await states.delete(key);
  return { name: draft.name, files: [...target.blobs].map(([path, file]) => ({ path, file })) };
}
