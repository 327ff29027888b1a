import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import { Embedder } from './embedder.ts';
import { nodeRuntime } from './node-runtime.ts';
import { embeddingFolder } from './testing/embedding-folder.ts';
import { onnxFolder } from './testing/onnx-folder.ts';
import { tinyModel } from './testing/tiny-model.ts';
import { Transformers } from './transformers.ts';

let transformers: Transformers;
let embedder: Embedder;
beforeAll(async () => {
  transformers = await Transformers.open(nodeRuntime);
  const files = await embeddingFolder({ red: [1, 0, 0], blue: [0, 1, 0], crimson: [0.8, 0, 0.6] });
  embedder = await Embedder.open(transformers, memoryFolder(files, 'colours'));
});
afterAll(() => embedder?.dispose());

it('is the mean of the vectors of the words, of length 1', async () => {
  const [red, both, near] = await embedder.embed(['red', 'red blue', 'crimson']);
  expect([...red]).toEqual([1, 0, 0]);
  // The vectors are (1, 1, 0) / √2 and (0.8, 0, 0.6), in f32.
  [Math.SQRT1_2, Math.SQRT1_2, 0].forEach((value, i) => expect(both[i]).toBeCloseTo(value, 6));
  [0.8, 0, 0.6].forEach((value, i) => expect(near[i]).toBeCloseTo(value, 6));
});

it('does not depend on what else is embedded', async () => {
  const [alone] = await embedder.embed(['red crimson']);
  const [, beside] = await embedder.embed(['blue blue blue blue', 'red crimson']);
  expect(beside).toEqual(alone);
});

it('says which text has no vector, and goes on with the next', async () => {
  await expect(embedder.embed(['green'])).rejects.toMatchObject({
    code: 'text-not-embedded',
    parameters: { model: 'colours', text: 'green' },
  });
  await expect(embedder.embed([''])).rejects.toMatchObject({ code: expect.any(String) as string });
  expect(await embedder.embed(['blue'])).toEqual([Float32Array.of(0, 1, 0)]);
});

it('says that a language model is no model for embeddings', async () => {
  const language = memoryFolder(await onnxFolder(tinyModel()), 'tiny');
  await expect(Embedder.open(transformers, language)).rejects.toMatchObject({
    code: 'no-embedding-model',
    parameters: { folder: 'tiny' },
  });
});
