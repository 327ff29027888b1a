/** @file Opens policies for tests from models and adapters in memory. */
import { AdapterTraining } from '../../lm/lora/adapter-training.ts';
import type { LoadedWeights, StreamedWeights } from '../../lm/files/load-model.ts';
import type { LoraFixture } from '../../lm/testing/fixture.ts';
import { CausalLM } from '../../lm/transformer.ts';
import type { Device } from '../../tensor/device.ts';
import type { Precision } from '../../tensor/tensor.ts';
import { describeModel } from '../describe-model.ts';
import { LanguageModelPolicy } from '../language-model-policy.ts';

export function adapterPolicy(
  device: Device,
  { model: loaded, lora, adapter }: Pick<LoraFixture, 'model' | 'lora' | 'adapter'>,
  precision: Precision = 'f32',
): LanguageModelPolicy {
  const base = CausalLM.create(device, loaded.config, loaded.weights, precision);
  const trained = new AdapterTraining(base, loaded.weightsHash, lora, adapter);
  return new LanguageModelPolicy(device, trained, describeModel(loaded, device), () => base.dispose());
}

/** Returns a model in memory as an opened folder, whose weights can be streamed. */
export const openedModel = ({ name, config, weights, weightsHash }: LoadedWeights): StreamedWeights => ({
  name,
  config,
  weights: {
    async stream(sink) {
      for (const [parameter, { data }] of weights) await sink({ name: parameter, row: 0, data });
      return weightsHash;
    },
  },
});
