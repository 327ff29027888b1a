import { expect, it } from 'vitest';
import { memoryFolder } from '../../src/lm/testing/memory-folder.ts';
import { nodeRuntime } from '../../src/onnx/node-runtime.ts';
import { embeddingFolder } from '../../src/onnx/testing/embedding-folder.ts';
import { onnxFolder } from '../../src/onnx/testing/onnx-folder.ts';
import { tinyModel } from '../../src/onnx/testing/tiny-model.ts';
import { Transformers } from '../../src/onnx/transformers.ts';
import { OnnxHost } from './onnx-host.ts';

const key = { seed: 1, stream: 1, epoch: 1 };
const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 6, stopIds: [0] };
const prompts = [{ ids: [1, 2], task: 0, rollouts: [0, 1], position: 0 }];

it('serves a language model or an embedding model, one call at a time', async () => {
  const folders: Record<string, Awaited<ReturnType<typeof onnxFolder>>> = {
    '/models/renamed': await onnxFolder(tinyModel(), { graph: 'model_q4.onnx' }),
    '/models/colours': await embeddingFolder({ red: [1, 0], blue: [0, 1] }),
  };
  const host = new OnnxHost({
    transformers: () => Transformers.open(nodeRuntime),
    folderAt: (address) => memoryFolder(folders[address], address),
  });
  await host.open({ name: 'renamed/onnx/model_q4.onnx', address: '/models/renamed' });
  expect(await host.model.describe()).toMatchObject({ name: 'renamed/onnx/model_q4.onnx', family: 'qwen3' });
  await host.openEmbedder({ name: 'colours', address: '/models/colours' });
  const expected = await host.model.generate(prompts, sampling, key);
  const [again, vectors] = await Promise.all([
    host.model.generate(prompts, sampling, key),
    host.embedder.embed(['red', 'blue']),
  ]);
  expect(again).toEqual(expected);
  expect(vectors).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
  await Promise.all([host.embedder.dispose(), host.model.dispose()]);
});
