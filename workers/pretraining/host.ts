/** @file Pre-training of a pair without its thread: one model at a time, from where it was interrupted. */
import { LanguageModelPolicy } from '../../src/policy/language-model-policy.ts';
import { pretrain, recipeTokenizer, type ModelRecipe, type PretrainingState } from '../../src/pretraining/pretrain.ts';
import { pairFolder, pairRecipes, type PairRequest } from '../../src/pretraining/world-pair.ts';
import { type PairPlan, planPair } from '../../src/pretraining/pair-plan.ts';
import type { Device } from '../../src/tensor/device.ts';
import type { MadeModel, PairMaker, PairProgress, PairRole } from './contract.ts';

/** What an unfinished model has reached, by its recipe. */
export interface UnfinishedStates {
  get(recipe: string): Promise<PretrainingState | undefined>;
  put(recipe: string, state: PretrainingState): Promise<void>;
  delete(recipe: string): Promise<void>;
}

/** Thrown to end training. */
class Stopped extends Error {}

export class PairHost implements PairMaker {
  private current: PairProgress | null = null;
  private stopping = false;

  constructor(
    private readonly openDevice: () => Promise<Device>,
    private readonly states: UnfinishedStates,
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
    this.stopping = false;
    this.current = { role, step: 0, steps: recipe.steps, loss: null, measured: null };
    const device = await this.openDevice();
    try {
      return await this.train(device, recipe, role);
    } catch (error) {
      if (error instanceof Stopped) return null;
      throw error;
    } finally {
      this.current = null;
      device.destroy();
    }
  }

  async progress(): Promise<PairProgress | null> {
    return this.current;
  }

  async stop(): Promise<void> {
    this.stopping = true;
  }

  private async train(device: Device, recipe: ModelRecipe, role: PairRole): Promise<MadeModel> {
    const key = JSON.stringify(recipe);
    const made = await pretrain(
      recipe,
      async (model) => LanguageModelPolicy.create(device, model),
      async ({ step, loss, measured, state }) => {
        const before = this.current?.measured ?? null;
        this.current = { role, step, steps: recipe.steps, loss, measured: measured ?? before };
        if (this.stopping || measured) await this.states.put(key, await state());
        if (this.stopping) throw new Stopped();
      },
      await this.states.get(key),
    );
    const files = [...pairFolder(made)].map(([path, bytes]) => ({ path, file: new Blob([bytes]) }));
    await this.states.delete(key);
    return { name: recipe.name, files };
  }
}
