/** @file Makes a model with random weights that is small enough for tests on a software adapter. */
import { parameterShapes, type ModelConfig } from '../files/config.ts';
import { initialWeights } from '../initialize.ts';
import type { WeightArray } from '../files/safetensors.ts';

export const smallConfig: ModelConfig = {
  family: 'qwen2',
  vocabSize: 30,
  hiddenSize: 32,
  layers: 2,
  heads: 4,
  kvHeads: 2,
  headDim: 8,
  intermediateSize: 64,
  ropeTheta: 10000,
  rmsNormEps: 1e-6,
  tieWordEmbeddings: true,
  qkvBias: true,
  qkNorm: false,
  maxPositions: 64,
  eosIds: [],
};

/** Returns weights larger than initial ones, so that likely and unlikely tokens differ. */
export function sharpWeights(config = smallConfig): Map<string, WeightArray> {
  const weights = initialWeights(config, 5);
  for (const { data } of weights.values()) data.forEach((value, i) => (data[i] = value * 1.7));
  return weights;
}

/** Returns weights that are all different, so that a test notices swapped tensors. */
export function numberedWeights(config: ModelConfig): Map<string, WeightArray> {
  let next = 0;
  return new Map(
    [...parameterShapes(config)].map(([name, shape]) => {
      const data = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => Math.sin(next++));
      return [name, { shape, data }];
    }),
  );
}
