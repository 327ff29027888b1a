/** @file A model that reads and writes bytes, small enough for tests, whose heads the fused attention takes on the CPU. */
import { initialWeights } from '../../lm/initialize.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { byteTokenizer } from '../../lm/testing/byte-tokenizer.ts';
import type { TestModel } from './onnx-folder.ts';

const config: ModelConfig = {
  family: 'qwen3',
  vocabSize: 260,
  hiddenSize: 32,
  layers: 2,
  heads: 4,
  kvHeads: 2,
  headDim: 16,
  intermediateSize: 48,
  ropeTheta: 10_000,
  rmsNormEps: 1e-6,
  tieWordEmbeddings: true,
  qkvBias: false,
  qkNorm: true,
  maxPositions: 128,
  eosIds: [256],
};

/** Sharper than initial weights, so that likely and unlikely tokens differ. */
export function tinyModel(changes: Partial<ModelConfig> = {}): TestModel {
  const shape = { ...config, ...changes };
  const weights = initialWeights(shape, 5);
  for (const { data } of weights.values()) data.forEach((value, i) => (data[i] = value * 1.7));
  return { config: shape, weights, tokenizer: byteTokenizer() };
}
