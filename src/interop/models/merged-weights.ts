/** @file The weights of a model whose base was trained through an adapter, as they compute. */
import { parameterShapes, type ModelConfig } from '../../lm/files/config.ts';
import { type AdapterWeights, mergeWeight } from '../../lm/lora/merge.ts';
import { toFloat32 } from '../../lm/files/weight-dtypes.ts';
import { storedBytes } from '../../lm/files/safetensors.ts';
import { roundedToFourBits } from '../../tensor/packed-numbers.ts';
import type { MatrixPrecision } from '../../tensor/tensor.ts';
import type { WeightReader } from './exported-model.ts';

/** The names of the layers' tensors begin with it. */
const LAYERS = 'model.layers.';

/** The frozen weights as the engine held them: matrices are rounded, in q4 those of the layers to it and others to f16. */
export function frozenWeights(config: ModelConfig, weights: WeightReader, precision: MatrixPrecision): WeightReader {
  if (precision === 'f32') return weights;
  const shapes = parameterShapes(config);
  return {
    async read(name) {
      const values = await weights.read(name);
      const [rows, columns] = shapes.get(name)!;
      if (columns === undefined) return values;
      if (precision === 'q4' && name.startsWith(LAYERS)) return roundedToFourBits(values, rows, columns);
      return toFloat32('F16', storedBytes(name, values, 'F16'));
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
