/** @file A model folder opened for evaluation. */
import { LanguageModelSampler } from '../policy/language-model-sampler.ts';
import type { PolicyDescription } from '../policy/policy.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { openModel } from '../lm/files/load-model.ts';
import type { Device } from '../tensor/device.ts';
import type { EvaluatedModel } from './evaluation.ts';

export interface OpenedModel extends EvaluatedModel {
  description: PolicyDescription;
  dispose(): void;
}

/** The caller keeps the device. @throws ModelFileError when the folder is not a model */
export async function openEvaluatedModel(device: Device, source: ModelFiles): Promise<OpenedModel> {
  const opened = await openModel(source);
  const { config, tokenizer } = opened;
  const policy = await LanguageModelSampler.load(device, opened);
  return {
    policy,
    tokenizer,
    template: tokenizer.chat,
    contextLength: config.maxPositions,
    description: await policy.describe(),
    dispose: () => void policy.dispose(),
  };
}
