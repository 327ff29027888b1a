/** @file The weights of a model whose base was trained through an adapter, as they compute. */
import { parameterShapes, type ModelConfig } from '../../lm/files/config.ts';
import { type AdapterWeights, mergeWeight } from '../../lm/lora/merge.ts';
import { toFloat32 } from '../../lm/files/weight-dtypes.ts';
import { storedBytes } from '../../lm/files/safetensors.ts';
import type { Precision } from '../../tensor/tensor.ts';
import type { WeightReader } from '../onnx/decoder-weights.ts';

/** The frozen weights as the engine held them: in f16 each matrix is rounded, vectors are not. */
export function frozenWeights(config: ModelConfig, weights: WeightReader, precision: Precision): WeightReader {
  if (precision === 'f32') return weights;
  const shapes = parameterShapes(config);
  return {
    async read(name) {
      const values = await weights.read(name);
      return shapes.get(name)!.length === 1 ? values : toFloat32('F16', storedBytes(name, values, 'F16'));
    },
  };
}

/** An adapter merged into the weights that it changes, one matrix at a time. */
export function mergedWeights(config: ModelConfig, base: WeightReader, adapter: AdapterWeights): WeightReader {
  const shapes = parameterShapes(config);
  return {
    read: async (name) => mergeWeight(name, { shape: shapes.get(name)!, data: await base.read(name) }, adapter).data,
  };
}
