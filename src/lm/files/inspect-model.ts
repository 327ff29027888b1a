/** @file Describes a model folder from its headers and small files alone: no weight is read. */
import { parameterCount } from './config.ts';
import { openModel } from './load-model.ts';
import type { ModelFiles } from './model-files.ts';

/** Checks everything that needs no weights, as a run does before it loads them. */
export async function inspectModel(source: ModelFiles) {
  const { config, weights } = await openModel(source);
  return {
    architecture: config.family,
    parameters: parameterCount(config),
    precisions: [...weights.dtypes],
    layers: config.layers,
    hiddenSize: config.hiddenSize,
    vocabulary: config.vocabSize,
  };
}
