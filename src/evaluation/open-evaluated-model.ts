/**
 * @file A model folder opened for evaluation: only the weights, without optimizer state and without a frozen copy, so it
 * takes less memory than a policy that learns.
 */
import { describeModel } from '../policy/describe-model.ts';
import type { PolicyDescription } from '../policy/policy.ts';
import type { ModelFiles } from '../lm/model-files.ts';
import { samplingFlops } from '../lm/flops.ts';
import { generate } from '../lm/generate.ts';
import { openModel } from '../lm/load-model.ts';
import { CausalLM } from '../lm/transformer.ts';
import type { Device } from '../tensor/device.ts';
import type { EvaluatedModel } from './evaluation.ts';

export interface OpenedModel extends EvaluatedModel {
  description: PolicyDescription;
  dispose(): void;
}

/** The caller keeps the device. @throws ModelFileError when the folder is not a model */
export async function openEvaluatedModel(device: Device, source: ModelFiles): Promise<OpenedModel> {
  const opened = await openModel(source);
  const { config, tokenizer, weights } = opened;
  const template = tokenizer.chat;
  const { model, weightsHash } = await CausalLM.load(device, config, weights);
  const { eos } = tokenizer.specialIds;
  return {
    policy: {
      async generate(prompts, sampling, key) {
        const completions = await generate(model, prompts, sampling, key);
        return { completions, flops: samplingFlops(config, prompts, completions) };
      },
    },
    tokenizer,
    template,
    contextLength: config.maxPositions,
    stopIds: [...new Set([...config.eosIds, ...(eos === undefined ? [] : [eos])])],
    description: describeModel({ ...opened, weightsHash }, device),
    dispose: () => model.dispose(),
  };
}
