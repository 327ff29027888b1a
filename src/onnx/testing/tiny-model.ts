/** @file Makes a small byte-level model. Its head size of 16 is one that fused attention supports on the CPU. */
import type { ModelConfig } from '../../lm/files/config.ts';
import { byteTokenizer } from '../../lm/testing/byte-tokenizer.ts';
import type { TestModel } from './onnx-folder.ts';
import { sharpWeights, smallConfig } from '../../lm/testing/small-model.ts';

const config: ModelConfig = {
  ...smallConfig,
  family: 'qwen3',
  vocabSize: 260,
  headDim: 16,
  intermediateSize: 48,
  qkvBias: false,
  qkNorm: true,
  maxPositions: 128,
  eosIds: [0],
};

export function tinyModel(changes: Partial<ModelConfig> = {}): TestModel {
  const shape = { ...config, ...changes };
  return { config: shape, weights: sharpWeights(shape), tokenizer: byteTokenizer() };
}
