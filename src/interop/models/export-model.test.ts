import { expect, it } from 'vitest';
import { openSafetensors } from '../../lm/files/safetensors.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import { modelCard } from '../../text/model-export.ts';
import { exportModel } from './export-model.ts';
import { BlobTarget, type ExportedModel, type ExportRequest } from './exported-model.ts';
import { createAdaptedModel, createRandomModel } from './testing/random-model.ts';

async function exported(model: ExportedModel, request: ExportRequest) {
  const target = new BlobTarget('the export');
  const files = await exportModel(model, request, target.write, modelCard);
  return { target, files };
}

it('writes the merged weights, bit by bit in f32, rounded in f16', async () => {
  const model = await createAdaptedModel();
  for (const precision of ['f32', 'f16'] as const) {
    const { target } = await exported(model, { format: 'safetensors', precision });
    const file = openSafetensors((await target.files.read('model.safetensors'))!);
    for (const name of ['model.layers.0.self_attn.q_proj.weight', 'model.norm.weight']) {
      const [stored, wanted] = [file.read(name).data, await model.weights.read(name)];
      if (precision === 'f32') expect(stored).toEqual(wanted);
      else expect(relativeError(stored, wanted)).toBeLessThan(2 ** -11);
    }
    const config = JSON.parse(await target.blobs.get('config.json')!.text()) as { torch_dtype: string };
    expect(config.torch_dtype).toBe(precision === 'f32' ? 'float32' : 'float16');
  }
});

it('writes an adapter under the names that PEFT reads', async () => {
  const model = await createAdaptedModel();
  const { target } = await exported(model, { format: 'peft', precision: 'f32' });
  const config = JSON.parse(await target.blobs.get('adapter_config.json')!.text()) as object;
  expect(config).toMatchObject({
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: 'random-model',
    r: 3,
    lora_alpha: 6,
    target_modules: ['q_proj', 'down_proj'],
  });
  const file = openSafetensors((await target.files.read('adapter_model.safetensors'))!);
  const name = (layer: number, module: string, part: string) =>
    `base_model.model.model.layers.${layer}.${module}.lora_${part}.weight`;
  expect([...file.entries].map(([tensor, { shape }]) => [tensor, shape])).toEqual(
    [0, 1].flatMap((layer) => [
      [name(layer, 'self_attn.q_proj', 'A'), [3, 32]],
      [name(layer, 'self_attn.q_proj', 'B'), [64, 3]],
      [name(layer, 'mlp.down_proj', 'A'), [3, 96]],
      [name(layer, 'mlp.down_proj', 'B'), [32, 3]],
    ]),
  );
  expect(await target.blobs.get('README.md')!.text()).toContain('library_name: peft');
});

it('writes a card with the licence and the hash of every file', async () => {
  const { model } = await createRandomModel('llama');
  const { target, files } = await exported(model, { format: 'safetensors', precision: 'f16' });
  const card = await target.blobs.get('README.md')!.text();
  expect(card).toContain('license: apache-2.0');
  for (const { path, sha256 } of files.filter(({ path: name }) => name !== 'README.md')) {
    expect(card).toContain(`| ${path} |`);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', (await target.files.read(path))!));
    expect(sha256).toBe(Buffer.from(digest).toString('hex'));
  }
});

it('writes nothing more after it is stopped', async () => {
  const { model } = await createRandomModel('llama');
  const target = new BlobTarget('the export');
  const controller = new AbortController();
  const failed = exportModel(model, { format: 'safetensors', precision: 'f32' }, target.write, modelCard, {
    onProgress: () => controller.abort(),
    signal: controller.signal,
  });
  await expect(failed).rejects.toMatchObject({ name: 'AbortError' });
  expect(target.blobs.size).toBe(0);
});
