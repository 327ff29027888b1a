/** @file Exported folders: transformers.js computes what the engine does, and a folder that does not is refused. */
import { expect, it } from 'vitest';
import { createRandomModel } from './testing/random-model.ts';
import { testRuntimes } from './testing/runtimes.ts';
import type { ModelConfig } from '../../lm/files/config.ts';
import { loadModel } from '../../lm/files/load-model.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { modelExportWords as words } from '../../text/work.ts';
import { exportModel } from './export-model.ts';
import { BlobTarget } from './export-target.ts';
import { type ExportRequest, openEngine } from './formats.ts';

const runtimes = testRuntimes();

const exported = async (family: ModelConfig['family'], request: ExportRequest) => {
  const { model } = await createRandomModel(family);
  const target = new BlobTarget('the export');
  const report = await exportModel(model, request, target, runtimes(), words);
  return { model, target, report };
};

it.each([
  ['llama', 'f32', 'fused'],
  ['qwen2', 'f16', 'fused'],
  ['qwen3', 'q4', 'fused'],
  ['qwen3', 'f32', 'portable'],
  ['llama', 'f16', 'portable'],
] as const)('%s in %s, %s: agrees with the engine', async (family, precision, variant) => {
  const { report } = await exported(family, { format: 'onnx', precision, variant });
  const { relative } = report.agreement.largest!;
  if (precision === 'f32') {
    // Far below what is allowed: the two engines differ in the order of their sums only.
    expect(relative).toBeLessThan(1e-5);
    expect(report.agreement.greedy.map(({ firstDifference }) => firstDifference)).toEqual([null, null, null, null]);
  }
  if (precision === 'f16') expect(relative).toBeLessThan(1e-2);
  if (precision === 'q4') expect(relative).toBeGreaterThan(1e-2);
  expect(report.tolerance).toBe({ f32: 1e-3, f16: 1e-2, q4: null }[precision]);
});

/** The greedy text of `pipeline('text-generation', FOLDER)` of transformers.js. */
async function pipelineText(files: ModelFiles, prompt: string, tokens: number): Promise<string> {
  const transformers = await runtimes().transformers();
  const { model } = await transformers.load(files, (library, id, options) =>
    library.pipeline('text-generation', id, options),
  );
  const [answer] = (await model(prompt, {
    max_new_tokens: tokens,
    do_sample: false,
    return_full_text: false,
  })) as { generated_text: string }[];
  await model.dispose();
  return answer.generated_text;
}

it('transformers.js makes a text-generation pipeline of the folder, which writes our text', async () => {
  const { model, target } = await exported('qwen3', { format: 'onnx', precision: 'f32' });
  const { tokenizer } = await loadModel(model.base);
  const prompt = 'Which station washes an apple?';
  const ours = await openEngine(runtimes().device, model.config, model.weights);
  const { ids } = await ours.source.decode(tokenizer.encode(prompt), 12);
  await ours.dispose();
  expect(new Set(ids).size).toBeGreaterThan(1);
  expect(await pipelineText(target.files, prompt, 12)).toBe(tokenizer.decode(ids));
});

it('the card holds the licence, the check and the hash of every file', async () => {
  const { target, report } = await exported('llama', { format: 'onnx', precision: 'f16' });
  const card = await target.blobs.get('README.md')!.text();
  expect(card).toContain('license: apache-2.0');
  for (const { path, sha256 } of report.files.filter(({ path: name }) => name !== 'README.md')) {
    expect(card).toContain(`| ${path} |`);
    const bytes = await target.files.read(path);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes!));
    expect(sha256).toBe(Buffer.from(digest).toString('hex'));
  }
});

it('refuses an export that computes something else, says where, and keeps nothing', async () => {
  const { model } = await createRandomModel('llama');
  const target = new BlobTarget('the export');
  let reads = 0;
  const unsteady = {
    ...model,
    weights: {
      async read(name: string) {
        const values = await model.weights.read(name);
        // The graph is written from other values than those that are compared with it.
        return name === 'model.norm.weight' && reads++ === 0 ? values.map((value) => value * 1.01) : values;
      },
    },
  };
  const failed = exportModel(unsteady, { format: 'onnx', precision: 'f32' }, target, runtimes(), words);
  await expect(failed).rejects.toMatchObject({
    code: 'export-differs',
    parameters: expect.objectContaining({ tolerance: 1e-3 }) as object,
  });
  expect(target.blobs.size).toBe(0);
});

it('can be cancelled, and keeps nothing', async () => {
  const { model } = await createRandomModel('llama');
  const target = new BlobTarget('the export');
  const controller = new AbortController();
  const stopped = exportModel(model, { format: 'onnx', precision: 'f32' }, target, runtimes(), words, {
    signal: controller.signal,
    onProgress: ({ stage }) => stage === 'checking' && controller.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  expect(target.blobs.size).toBe(0);
});
