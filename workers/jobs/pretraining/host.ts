/** @file Pre-training of a pair and preparing a checkpoint, without their thread: one model at a time, from where it was interrupted. */
import { CodedError } from '../../../src/common/coded-error.ts';
import { textFile } from '../../../src/interop/export-file.ts';
import { BlobTarget } from '../../../src/interop/models/export-target.ts';
import { modelOfFolder } from '../../../src/interop/models/open-exported-model.ts';
import { mergedWeights } from '../../../src/interop/models/merged-weights.ts';
import { safetensorsFolder } from '../../../src/interop/models/safetensors-folder.ts';
import type { ModelFiles } from '../../../src/lm/files/model-files.ts';
import { openModel, openWeights } from '../../../src/lm/files/load-model.ts';
import { openSafetensors } from '../../../src/lm/files/safetensors.ts';
import { takeTensors } from '../../../src/lm/files/take-tensors.ts';
import { adapterShapes } from '../../../src/lm/lora/adapter-layout.ts';
import { DevicePolicies } from '../../../src/policy/device-policies.ts';
import { LanguageModelPolicy } from '../../../src/policy/language-model-policy.ts';
import {
  pretrain,
  recipeTokenizer,
  type ModelRecipe,
  type PretrainingState,
} from '../../../src/pretraining/pretrain.ts';
import {
  warmUp,
  warmUpCard,
  warmUpRecipe,
  type WarmUpRecipe,
  type WarmUpState,
} from '../../../src/pretraining/warm-up.ts';
import {
  pairFolder,
  type PairPlan,
  pairRecipes,
  type PairRequest,
  planPair,
} from '../../../src/pretraining/world-pair.ts';
import type { PolicySnapshot } from '../../../src/policy/policy.ts';
import type { Device } from '../../../src/tensor/device.ts';
import { familiesByName } from '../../../src/tasks/registry.ts';
import type { MadeModel, MakingProgress, PairMaker, PairRole, PreparationRequest } from './contract.ts';

/** A preparation after a step; the snapshot is of the adapter. */
interface PreparationState extends WarmUpState {
  snapshot: PolicySnapshot;
}

/** What an unfinished model has reached, by its recipe, which says of which kind it is. */
export interface UnfinishedStates {
  get<State extends PretrainingState | PreparationState>(recipe: string): Promise<State | undefined>;
  put(recipe: string, state: PretrainingState | PreparationState): Promise<void>;
  delete(recipe: string): Promise<void>;
}

/** Thrown to end training. */
class Stopped extends Error {}

export class PairHost implements PairMaker {
  private current: MakingProgress | null = null;
  private stopping = false;

  /** @param folder the files of a model, by its name in settings */
  constructor(
    private readonly openDevice: () => Promise<Device>,
    private readonly states: UnfinishedStates,
    private readonly folder: (model: string) => ModelFiles,
  ) {}

  async plan(request: PairRequest): Promise<PairPlan> {
    const device = await this.openDevice();
    try {
      return await planPair(request, device, async (model) => LanguageModelPolicy.create(device, model));
    } finally {
      device.destroy();
    }
  }

  async tokens(request: PairRequest, texts: readonly string[]): Promise<string[][]> {
    const tokenizer = recipeTokenizer(pairRecipes(request).agent);
    return texts.map((text) => tokenizer.encode(text).map((id) => tokenizer.tokenText(id)));
  }

  async make(request: PairRequest, role: PairRole): Promise<MadeModel | null> {
    const recipe = pairRecipes(request)[role];
    return this.making(recipe.steps, (device) => this.train(device, recipe));
  }

  async prepare(request: PreparationRequest): Promise<MadeModel | null> {
    const { model, role, families, ...choice } = request;
    const [base] = model.split(/[:/]/).slice(-1);
    const name = [base, ...familiesByName(families).map((family) => family.name), role].join('-');
    const recipe = warmUpRecipe({ ...choice, role, families, name, checkpoint: '' });
    return this.making(recipe.steps, (device) => this.warmUp(device, recipe, model));
  }

  async progress(): Promise<MakingProgress | null> {
    return this.current;
  }

  async stop(): Promise<void> {
    this.stopping = true;
  }

  private async making(steps: number, make: (device: Device) => Promise<MadeModel>): Promise<MadeModel | null> {
    this.stopping = false;
    this.current = { step: 0, steps, loss: null, measured: null };
    const device = await this.openDevice();
    try {
      return await make(device);
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    } finally {
      this.current = null;
      device.destroy();
    }
  }

  private async train(device: Device, recipe: ModelRecipe): Promise<MadeModel> {
    const key = JSON.stringify(recipe);
    const made = await pretrain(
      recipe,
      async (model) => LanguageModelPolicy.create(device, model),
      async ({ step, loss, measured, state }) => {
        const before = this.current?.measured ?? null;
        this.current = { step, steps: recipe.steps, loss, measured: measured ?? before };
        if (this.stopping || measured) await this.states.put(key, await state());
        if (this.stopping) throw new Stopped();
      },
      await this.states.get<PretrainingState>(key),
    );
    const files = [...pairFolder(made)].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
    await this.states.delete(key);
    return { name: recipe.name, files };
  }

  /** @param draft the recipe, but for the hash of the checkpoint */
  private async warmUp(device: Device, draft: WarmUpRecipe, model: string): Promise<MadeModel> {
    const folder = this.folder(model);
    const opened = await openModel(folder);
    if (opened.tokenizer.chat === null) throw new CodedError('no-chat-template', { model });
    const { lora, seed, steps } = draft;
    const training = { kind: 'lora', lora, basePrecision: 'f32', seed, player: 0 } as const;
    const policy = await new DevicePolicies(device).open(model, async () => opened, training);
    const recipe = { ...draft, checkpoint: (await policy.describe()).weightsHash };
    const key = JSON.stringify(recipe);
    const from = await this.states.get<PreparationState>(key);
    if (from) await policy.restore(from.snapshot);
    const state = await warmUp(
      recipe,
      policy,
      opened.tokenizer,
      async ({ samples, ...reached }) => {
        const { step, losses, measured: measure } = reached;
        const measured = samples.length > 0 && measure ? { measure, samples } : (this.current?.measured ?? null);
        this.current = { step, steps, loss: losses.at(-1) ?? null, measured };
        if (this.stopping || samples.length > 0)
          await this.states.put(key, { ...reached, snapshot: await policy.snapshot() });
        if (this.stopping) throw new Stopped();
      },
      from,
    );
    const trained = openSafetensors((await policy.snapshot()).weights);
    const base = await modelOfFolder(folder, model);
    const adapter = { lora, weights: takeTensors(trained, adapterShapes(opened.config, lora), draft.name) };
    const target = new BlobTarget(draft.name);
    const weights = mergedWeights(opened.config, base.weights, adapter);
    for (const { path, chunks } of await safetensorsFolder({ ...base, weights }, 'F32'))
      await target.write(path, chunks());
    // Read once as it will be read, which also finds what cannot be.
    const weightsHash = await (await openWeights(target.files)).weights.stream(() => {});
    const card = warmUpCard(recipe, state, { model: base.baseName, weightsHash, runtime: 'the page’s own engine' });
    const readme = textFile('README.md', card);
    await target.write(readme.path, readme.chunks());
    await this.states.delete(key);
    return { name: draft.name, files: [...target.blobs].map(([path, file]) => ({ path, file })) };
  }
}
