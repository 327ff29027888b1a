/**
 * @file Evaluates a model folder in the form of a published checkpoint (byte-level BPE) on WebGPU, with real benchmark
 * games.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelConfig } from '../lm/files/config.ts';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import { initialWeights } from '../lm/initialize.ts';
import { modelFolder } from '../lm/files/load-model.ts';
import { byteTokenizer } from '../lm/testing/byte-tokenizer.ts';
import { CHATML } from '../lm/testing/chatml.ts';
import { alfworld } from '../benchmarks/alfworld/alfworld.ts';
import type { AlfworldItem } from '../benchmarks/alfworld/problem.ts';
import { diskFiles } from '../benchmarks/node.ts';
import { sharedBenchmark } from '../benchmarks/testing/shared-data.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { evaluateBenchmark, type BenchmarkEvaluation } from './evaluate-benchmark.ts';
import { reportText } from '../text/reports.ts';
import { benchmarkHeader } from './evaluate-family.ts';
import { openEvaluatedModel, type OpenedModel } from './open-evaluated-model.ts';
import { collectEvaluation } from './testing/collect-evaluation.ts';
import { smallConfig } from '../lm/testing/small-model.ts';

const CONTEXT = 1250;
const config: ModelConfig = {
  ...smallConfig,
  family: 'llama',
  vocabSize: 260,
  hiddenSize: 16,
  layers: 1,
  heads: 2,
  kvHeads: 1,
  intermediateSize: 16,
  qkvBias: false,
  maxPositions: CONTEXT,
  eosIds: [0],
};
const folder = sharedBenchmark('alfworld');

let device: Device;
let model: OpenedModel;

beforeAll(async () => {
  device = await openNodeDevice();
  const tokenizer = byteTokenizer({ eos_token: '<|im_end|>', chat_template: CHATML });
  const files = modelFolder({ config, tokenizer, weights: initialWeights(config, 5) });
  model = await openEvaluatedModel(device, memoryFolder(files, 'bytes'));
});
afterAll(() => device.destroy());

it('stops at the end tokens of the model and of its tokenizer', () => {
  expect(model.tokenizer.endIds).toEqual([2, 0]);
  expect(model.description).toMatchObject({ name: 'bytes', contextLength: CONTEXT, vocabularySize: 260 });
});

describe.skipIf(folder === null)('the real household games', () => {
  let request: BenchmarkEvaluation<AlfworldItem>;

  beforeAll(async () => {
    const { items } = await alfworld.load(diskFiles(folder ?? ''));
    request = {
      benchmark: alfworld,
      items: items.filter(({ split }) => split === 'valid_unseen').slice(0, 2),
      model,
      decoding: { temperature: 1, topK: 0, topP: 1, samples: 1, seed: 7 },
      maxNewTokens: 12,
    };
  });

  const rows = async (batch: number) => (await collectEvaluation(evaluateBenchmark({ ...request, batch }))).rows;

  it('are played for several turns; the same again, in other batches', async () => {
    const first = await rows(2);
    expect(first.map(({ id }) => id)).toEqual(request.items.map(({ id }) => id));
    for (const { output, subscores } of first) {
      expect(Number(subscores.steps)).toBeGreaterThan(1);
      expect(output!.split('\n')).toHaveLength(Number(subscores.steps));
    }
    expect(await rows(1)).toEqual(first);
  });

  it('are described by prompts and decoding, to the letter', () => {
    const header = benchmarkHeader(request, model.description);
    expect(header.items_of).toBe('alfworld, valid_unseen');
    expect(header.prompts.form).toBe('chat template');
    expect(header.prompts.first).toMatch(/^<\|im_start\|>system\nYou act in a household/);
    expect(header.decoding).toEqual({
      temperature: 1,
      top_k: 0,
      top_p: 1,
      max_new_tokens: 12,
      samples: 1,
      seed: 7,
      stop: ['<|im_end|>', '<eos>', '\n'],
    });
    expect(reportText.headerText(header)).toContain('ends at "<|im_end|>", "<eos>", or "\\n"');
  });
});
