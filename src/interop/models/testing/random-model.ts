/** @file Makes small models with random weights, for tests of export. */
import type { ModelConfig } from '../../../lm/files/config.ts';
import { initialWeights } from '../../../lm/initialize.ts';
import { modelFolder } from '../../../lm/files/load-model.ts';
import { memoryFolder } from '../../../lm/testing/memory-folder.ts';
import { byteTokenizer } from '../../../lm/testing/byte-tokenizer.ts';
import type { Tokenizer } from '../../../lm/files/tokenizer.ts';
import { initialAdapter } from '../../../lm/lora/initial-adapter.ts';
import type { LoraConfig } from '../../../lm/lora/lora-config.ts';
import { RandomStream } from '../../../random/random-stream.ts';
import type { ExportedModel } from '../exported-model.ts';
import { mergedWeights, modelOfFolder } from '../open-exported-model.ts';
import { smallConfig } from '../../../lm/testing/small-model.ts';

const config = (family: ModelConfig['family']): ModelConfig => ({
  ...smallConfig,
  family,
  vocabSize: 260,
  hiddenSize: 32,
  headDim: 16,
  intermediateSize: 96,
  tieWordEmbeddings: family !== 'llama',
  qkvBias: family === 'qwen2',
  qkNorm: family === 'qwen3',
});

/** Makes a model. Its biases and norms vary, while initial weights have biases of 0 and norms of 1. */
export async function createRandomModel(
  family: ModelConfig['family'],
  tokenizer: Tokenizer = byteTokenizer(),
): Promise<{ model: ExportedModel }> {
  const shape = config(family);
  const weights = initialWeights(shape, 5);
  let i = 0;
  for (const [name, { data }] of weights)
    data.forEach((value, j) => (data[j] = /norm|bias/.test(name) ? value + 0.3 * Math.sin(++i * 1.7) : value * 1.5));
  const files = modelFolder({ config: shape, tokenizer, weights });
  files.set('README.md', new TextEncoder().encode('---\nlicense: apache-2.0\n---\n'));
  return { model: await modelOfFolder(memoryFolder(files), 'random-model') };
}

/** Makes a model with a LoRA adapter. Its B is not 0, so that the adapter has an effect. */
export async function createAdaptedModel(): Promise<ExportedModel> {
  const { model } = await createRandomModel('qwen3');
  const lora: LoraConfig = { rank: 3, alpha: 6, targets: ['q_proj', 'down_proj'] };
  const weights = initialAdapter(model.config, lora, 1, 0);
  const random = new RandomStream(1, 2);
  for (const { data } of weights.values()) data.forEach((_, i) => (data[i] = random.next() - 0.5));
  const adapter = { lora, weights };
  return { ...model, weights: mergedWeights(model.config, model.weights, adapter), adapter };
}
