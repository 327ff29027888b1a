/** @file Opens the policies on one device. Adapters over one checkpoint share its weights while any of them is open. */
import { adapterParameterCount } from '../lm/lora/adapter-layout.ts';
import { AdapterTraining } from '../lm/lora/adapter-training.ts';
import { initialAdapter } from '../lm/lora/initial-adapter.ts';
import type { StreamedWeights } from '../lm/files/load-model.ts';
import { CausalLM } from '../lm/transformer.ts';
import type { Device } from '../tensor/device.ts';
import { describeModel } from './describe-model.ts';
import { LanguageModelPolicy } from './language-model-policy.ts';
import { LanguageModelSampler } from './language-model-sampler.ts';
import type { LoraTraining, PlayerTraining, PolicyDescription } from './policy.ts';

interface Base {
  model: CausalLM;
  description: PolicyDescription;
}

export class DevicePolicies {
  /** Open bases by precision and checkpoint. `users` counts the policies that use a base. */
  private readonly bases = new Map<string, { opening: Promise<Base>; users: number }>();

  /** The caller owns the device and destroys it. */
  constructor(readonly device: Device) {}

  async openSampler(name: string, openFolder: () => Promise<StreamedWeights>): Promise<LanguageModelSampler> {
    return LanguageModelSampler.load(this.device, { ...(await openFolder()), name });
  }

  /** Opens a policy. @param openFolder called if the checkpoint is not on the device yet, or if all weights learn */
  async open(
    name: string,
    openFolder: () => Promise<StreamedWeights>,
    training: PlayerTraining,
  ): Promise<LanguageModelPolicy> {
    if (training.kind === 'full') return LanguageModelPolicy.load(this.device, { ...(await openFolder()), name });
    const { lora, seed, player, basePrecision } = training;
    const key = `${basePrecision} ${name}`;
    const entry = this.bases.get(key) ?? { opening: this.openBase(name, openFolder, basePrecision), users: 0 };
    this.bases.set(key, entry);
    entry.users++;
    const release = () => {
      if (--entry.users > 0) return;
      this.bases.delete(key);
      // A base that failed to open holds no memory.
      void entry.opening.then(({ model }) => model.dispose()).catch(() => {});
    };
    try {
      const { model, description } = await entry.opening;
      const start = initialAdapter(model.config, lora, seed, player);
      const trained = new AdapterTraining(model, description.weightsHash, lora, start);
      const trainableParameters = adapterParameterCount(model.config, lora);
      return new LanguageModelPolicy(this.device, trained, { ...description, trainableParameters }, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  private async openBase(
    name: string,
    openFolder: () => Promise<StreamedWeights>,
    precision: LoraTraining['basePrecision'],
  ): Promise<Base> {
    const { config, weights } = await openFolder();
    const { model, weightsHash } = await CausalLM.load(this.device, config, weights, { precision });
    return { model, description: describeModel({ name, config, weightsHash }, this.device) };
  }
}
