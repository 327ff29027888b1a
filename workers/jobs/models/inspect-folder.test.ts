/** @file A folder is inspected for the runtime that runs it. */
import { expect, it } from 'vitest';
import { memoryFolder } from '../../../src/lm/files/model-files.ts';
import { onnxFolder } from '../../../src/onnx/testing/onnx-folder.ts';
import { createRandomModel } from '../../../src/interop/models/testing/random-model.ts';
import { loadModel } from '../../../src/lm/files/load-model.ts';
import { inspectFolder } from './inspect-folder.ts';

it('says what runs a folder: our engine, or the graph it holds', async () => {
  const { model } = await createRandomModel('qwen2');
  const loaded = await loadModel(model.base);
  const shape = { architecture: 'qwen2', layers: 2, hiddenSize: 32, vocabulary: 260 };
  expect(await inspectFolder(model.base)).toMatchObject({ ...shape, graph: null, precisions: ['F32'] });
  const files = await onnxFolder(loaded, { graph: 'model_q4.onnx' });
  expect(await inspectFolder(memoryFolder(files))).toEqual({
    ...shape,
    parameters: null,
    precisions: ['Q4'],
    graph: 'onnx/model_q4.onnx',
  });
  files.set('config.json', new TextEncoder().encode('{"model_type":"qwen2"}'));
  await expect(inspectFolder(memoryFolder(files))).rejects.toThrow(/config\.json.*malformed \(vocab_size/);
});
