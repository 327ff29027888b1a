/** @file An ONNX model opened for evaluation: whatever language model transformers.js opens. */
import type { ModelFiles } from '../lm/files/model-files.ts';
import { loadTokenizer } from '../lm/files/load-model.ts';
import { ModelFileError } from '../lm/files/model-file-error.ts';
import type { Sampler } from '../policy/policy.ts';
import { isGraphOnly, parseOnnxName } from '../onnx/choose-graph.ts';
import type { OpenedModel } from './open-evaluated-model.ts';

/** True if a model runs on ONNX Runtime: named by its graph, or without anything that our engine could run. */
export const runsOnOnnxRuntime = async (name: string, files: ModelFiles): Promise<boolean> =>
  parseOnnxName(name).graph !== undefined || (await isGraphOnly(files));

/** @param files the folder's, for its tokenizer and chat template */
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
    template: tokenizer.chat,
    contextLength: description.contextLength,
    description,
    dispose: () => void model.dispose(),
  };
}
