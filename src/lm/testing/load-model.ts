/** @file Loads whole models into memory. */
import { type ModelConfig, parameterShapes } from '../files/config.ts';
import { type LoadedModel, openModel } from '../files/load-model.ts';
import type { ModelFiles } from '../files/model-files.ts';
import type { WeightArray } from '../files/safetensors.ts';
import type { WeightSource } from '../files/weight-source.ts';

export async function loadModel(source: ModelFiles): Promise<LoadedModel> {
  const { weights, ...model } = await openModel(source);
  return { ...model, ...(await collectWeights(model.config, weights)) };
}

/** Reads all weights into memory, in the order of `parameterShapes(config)`. */
export async function collectWeights(
  config: ModelConfig,
  source: WeightSource,
): Promise<{ weights: Map<string, WeightArray>; weightsHash: string }> {
  const weights = new Map<string, WeightArray>();
  for (const [name, shape] of parameterShapes(config))
    weights.set(name, { shape, data: new Float32Array(shape.reduce((product, size) => product * size, 1)) });
  const weightsHash = await source.stream(({ name, row, data }) => {
    const parameter = weights.get(name)!;
    parameter.data.set(data, (row * parameter.data.length) / parameter.shape[0]);
  });
  return { weights, weightsHash };
}
