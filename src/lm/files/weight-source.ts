/** @file Weights that pass by in blocks, never whole in memory: from a checkpoint to the GPU or to a map. */
import { parameterShapes, type ModelConfig } from './config.ts';
import type { WeightArray } from './safetensors.ts';

/**
 * Whole rows of one parameter, f32, row-major. The elements of a vector count as rows of one. The first row is a multiple of
 * 8, and so is their number but at the parameter's end, because eight neighbouring outputs share a word of a q4 matrix.
 */
export interface WeightBlock {
  name: string;
  /** The block's first row in the parameter. */
  row: number;
  /** At most a few MB. */
  data: Float32Array<ArrayBuffer>;
}

/** About as many rows, in eights, at least 8. */
export const rowsInEights = (rows: number): number => Math.max(8, 8 * Math.floor(rows / 8));

export interface WeightSource {
  /** Size of the files in bytes. */
  readonly bytes: number;
  /** The number formats of its tensors under their safetensors names, such as `BF16`, in the order of the alphabet. */
  readonly dtypes: readonly string[];
  /** Reads every parameter once, a block when `sink` has taken the last; gives the hash of `openCheckpoint`. */
  stream(sink: (block: WeightBlock) => void | Promise<void>): Promise<string>;
}

/** All weights in memory, in the order of `parameterShapes(config)`; for small models. */
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
