/** @file Frozen models on transformers.js in Node (wasm), against our own engine with the same weights. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initialWeights } from '../lm/initialize.ts';
import type { ModelConfig } from '../lm/config.ts';
import { memoryFolder } from '../lm/model-files.ts';
import type { Prompt, SamplingSettings } from '../lm/sampling.ts';
import { byteTokenizer } from '../lm/testing/byte-tokenizer.ts';
import { OnnxCausalLM } from './causal-lm.ts';
import { generate } from './generate.ts';
import { nodeRuntime } from './node-runtime.ts';
import { onnxFolder, type TestModel } from './testing/onnx-folder.ts';
import { Transformers } from './transformers.ts';

export const tinyConfig: ModelConfig = {
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

const weights = initialWeights(tinyConfig, 5);
for (const { data } of weights.values()) data.forEach((value, i) => (data[i] = value * 1.7));
const model: TestModel = { config: tinyConfig, weights, tokenizer: byteTokenizer() };

it('try', async () => {
  const t = await Transformers.open(nodeRuntime);
  const lm = await OnnxCausalLM.open(t, memoryFolder(await onnxFolder(model), 'tiny'));
  console.log(lm.family, lm.vocabSize, lm.maxPositions, lm.eosIds, lm.parameters, lm.weightsHash, lm.runtime);
  const prompts: Prompt[] = [{ ids: [1, 2, 3], task: 0, rollouts: [0, 1, 2], position: 0 }];
  const sampling: SamplingSettings = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 8, stopIds: [256] };
  console.log(await generate(lm, prompts, sampling, { seed: 1, stream: 1, epoch: 1 }, () => {}));
});
