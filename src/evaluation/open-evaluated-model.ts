/** @file Opens a model for evaluation, on our own engine or on ONNX Runtime. */
import { loadTokenizer, openModel } from '../lm/files/load-model.ts';
import { ModelFileError } from '../lm/files/model-file-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { isGraphOnly, parseOnnxName } from '../onnx/choose-graph.ts';
import { LanguageModelSampler } from '../policy/language-model-sampler.ts';
import type { PolicyDescription, Sampler } from '../policy/policy.ts';
import type { Device } from '../tensor/device.ts';
import type { EvaluatedModel } from './evaluation.ts';

export interface OpenedModel extends EvaluatedModel {
  description: PolicyDescription;
}

/** Opens a model folder on our engine. The caller destroys the device. @throws ModelFileError if it is no model */
export async function openEvaluatedModel(device: Device, source: ModelFiles): Promise<OpenedModel> {
  const opened = await openModel(source);
  const { config, tokenizer } = opened;
  const policy = await LanguageModelSampler.load(device, opened);
  return {
    policy,
    tokenizer,
    contextLength: config.maxPositions,
    description: await policy.describe(),
  };
}

/** Returns true if the name includes a graph file, or if the folder has a graph but no weights for our engine. */
export const runsOnOnnxRuntime = async (name: string, files: ModelFiles): Promise<boolean> =>
  parseOnnxName(name).graph !== undefined || (await isGraphOnly(files));

/** Combines a model on ONNX Runtime with its tokenizer. @param files the model's folder, which has the tokenizer */
export async function openFrozenModel(model: Sampler, files: ModelFiles): Promise<OpenedModel> {
  const [tokenizer, description] = await Promise.all([loadTokenizer(files), model.describe()]);
  if (tokenizer.vocabularySize > description.vocabularySize)
    throw new ModelFileError(
      'mismatch',
      `${files.name}/tokenizer.json`,
      `it has ${tokenizer.vocabularySize} tokens, but the model knows only ${description.vocabularySize} (vocab_size)`,
    );
  return {
    policy: model,
    tokenizer,
    contextLength: description.contextLength,
    description,
  };
}
