/** @file The second opinion on a graph, and on folders damaged in every place: an answer or a sentence. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CodedError } from '../../common/coded-error.ts';
import { memoryFolder } from '../../lm/files/model-files.ts';
import { modelExportWords } from '../../text/work.ts';
import { wholeFile } from '../export-file.ts';
import { BlobTarget } from './export-target.ts';
import { FORMATS } from './formats.ts';
import { modelOfFolder } from './open-exported-model.ts';
import { compareWithGraph } from './parity.ts';
import { tryOut } from './try-out.ts';
import { createRandomModel } from './testing/random-model.ts';
import { testRuntimes } from './testing/runtimes.ts';

const runtimes = testRuntimes();

/** The files of a model folder that holds its own f32 graph. */
async function folderWithGraph(family: 'llama' | 'qwen3' = 'llama') {
  const { model } = await createRandomModel(family);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of await FORMATS.onnx.files(model, { format: 'onnx', precision: 'f32' }))
    files.set(file.path, await wholeFile(file));
  files.set('model.safetensors', (await model.base.read('model.safetensors'))!);
  return files;
}

const compare = async (files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) => {
  const folder = memoryFolder(files);
  const model = await modelOfFolder(folder, 'folder');
  return compareWithGraph({ model, graph: { folder }, prompts: [[1, 2, 3]], newTokens: 2 }, runtimes());
};

it('says how far a graph agrees, where it differs most, and both texts', async () => {
  const agreement = await compare(await folderWithGraph());
  expect(agreement.positions).toBe(5);
  expect(agreement.largest!.relative).toBeLessThan(1e-5);
  const sentences = modelExportWords.agreement(agreement, (ids) => ids.join(' '));
  expect(sentences).toMatch(/^5 positions of 1 prompts were compared: the largest difference is in prompt 1, after/);
  expect(sentences).toContain(`Prompt 1, "1 2 3": both write "${agreement.greedy[0].ours.join(' ')}".`);
});

it('exports a graph for the comparison, and removes it', async () => {
  const { model } = await createRandomModel('qwen3');
  const target = new BlobTarget('temporary');
  const request = { format: 'onnx', precision: 'q4' } as const;
  const agreement = await compareWithGraph({ model, graph: { request, target } }, runtimes());
  expect(agreement.largest!.relative).toBeGreaterThan(1e-2);
  expect(target.blobs.size).toBe(0);
});

it('finds that a graph holds other weights', async () => {
  const files = await folderWithGraph();
  const { model } = await createRandomModel('llama');
  const scaled = {
    ...model,
    weights: { read: async (name: string) => (await model.weights.read(name)).map((value) => value * 1.02) },
  };
  const folder = memoryFolder(files);
  const agreement = await compareWithGraph({ model: scaled, graph: { folder } }, runtimes());
  expect(agreement.largest!.relative).toBeGreaterThan(1e-3);
});

it('answers a damaged folder with a sentence', async () => {
  const whole = await folderWithGraph();
  const outcomes = new Map<string, number>();
  const written = async (files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) => {
    const folder = memoryFolder(files);
    const model = await modelOfFolder(folder, 'folder');
    await tryOut({ model, folder, graph: 'model.onnx', prompt: 'abc', newTokens: 2 }, runtimes());
    return 'written';
  };
  /** A place in a file, a share of its length; all alike. */
  const place = fc.noBias(fc.nat(99_999)).map((n) => n / 100_000);
  const damage = fc.record({
    // The graph more often: most of its damage reaches the runtime.
    file: fc.constantFrom(
      'onnx/model.onnx',
      'onnx/model.onnx',
      'onnx/model.onnx',
      'config.json',
      'tokenizer.json',
      'tokenizer_config.json',
    ),
    how: fc.oneof(
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('overwrite' as const),
          at: place,
          bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('replace' as const),
          text: fc.constantFrom('', '{}', '[]', 'null', '<html>'),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
    ),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, how }) => {
      const files = new Map(whole);
      const bytes = files.get(file)!.slice();
      if (how.kind === 'remove') files.delete(file);
      else if (how.kind === 'replace') files.set(file, new TextEncoder().encode(how.text));
      else if (how.kind === 'cut') files.set(file, bytes.slice(0, Math.floor(how.at * bytes.length)));
      else {
        // The first bytes describe the graph; most of the rest are weights.
        const start = Math.floor(how.at * Math.min(bytes.length, 9000));
        bytes.set(how.bytes.subarray(0, bytes.length - start), start);
        files.set(file, bytes);
      }
      const outcome = await written(files).catch((error: unknown) => {
        if (error instanceof CodedError) return error.code;
        throw error;
      });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }),
    { numRuns: 80, seed: 11 },
  );
  // The damage reached the runtime and the library, not only our own readers; and the runtime still computes.
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['written', 'graph-refused', 'malformed', 'missing']));
  expect(await written(whole)).toBe('written');
});
