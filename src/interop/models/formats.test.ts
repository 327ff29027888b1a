/** @file Folders without a graph: a merged checkpoint and PEFT's adapter, read back by our own loader. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { openSafetensors, type WeightArray } from '../../lm/safetensors.ts';
import type { Device } from '../../tensor/device.ts';
import { openNodeDevice } from '../../tensor/node.ts';
import { relativeError } from '../../tensor/testing/relative-error.ts';
import { reportText } from '../../text/reports.ts';
import { adapterNames, mergedWeights } from './adapter.ts';
import { exportModel } from './export-model.ts';
import type { ExportedModel } from './exported-model.ts';
import { BlobTarget } from './export-target.ts';
import type { ExportRequest } from './formats.ts';
import { createRandomModel } from './testing/random-model.ts';

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device?.destroy());

const RANK = 3;
const ALPHA = 6;
const CHANGED = ['model.layers.0.self_attn.q_proj.weight', 'model.layers.1.mlp.down_proj.weight'];
const SHAPES = [
  [64, 48],
  [48, 96],
];

/** The random model with an adapter over two of its matrices. */
async function adapted(): Promise<ExportedModel> {
  const { model } = await createRandomModel('qwen3');
  const random = new RandomStream(1, 2);
  const tensors = new Map<string, WeightArray>();
  CHANGED.forEach((weight, i) => {
    const [rows, columns] = SHAPES[i];
    const { a, b } = adapterNames(weight);
    const matrix = (size: number) => Float32Array.from({ length: size }, () => random.next() - 0.5);
    tensors.set(a, { shape: [RANK, columns], data: matrix(RANK * columns) });
    tensors.set(b, { shape: [rows, RANK], data: matrix(rows * RANK) });
  });
  const adapter = { rank: RANK, alpha: ALPHA, targets: ['q_proj', 'down_proj'], tensors };
  return { ...model, weights: mergedWeights(model.weights, adapter), adapter };
}

async function exported(model: ExportedModel, request: ExportRequest) {
  const target = new BlobTarget('the export');
  const noGraphs = () => Promise.reject(new Error('No graph is opened here.'));
  const runtimes = { device, transformers: noGraphs };
  const report = await exportModel(model, request, target, runtimes, reportText.modelExportWords);
  return { target, report };
}

describe('merged weights', () => {
  it('are W + (alpha / r)·B·A, and the rest of the base', async () => {
    const { model: base } = await createRandomModel('qwen3');
    const { weights, adapter } = await adapted();
    const [name] = CHANGED;
    const names = adapterNames(name);
    const [a, b] = [adapter!.tensors.get(names.a)!, adapter!.tensors.get(names.b)!];
    const before = await base.weights.read(name);
    const product = (o: number, i: number) =>
      [0, 1, 2].reduce((sum, r) => sum + b.data[o * RANK + r] * a.data[r * 48 + i], 0);
    const expected = before.map((value, j) => value + (ALPHA / RANK) * product(Math.floor(j / 48), j % 48));
    expect(relativeError(await weights.read(name), expected)).toBeLessThan(1e-7);
    expect(await weights.read('model.norm.weight')).toEqual(await base.weights.read('model.norm.weight'));
  });

  it('of an adapter of another base are refused', async () => {
    const { adapter } = await adapted();
    const other = { read: async () => new Float32Array(7) };
    await expect(mergedWeights(other, adapter!).read(CHANGED[0])).rejects.toMatchObject({ code: 'adapter-mismatch' });
  });
});

it('safetensors hold the merged weights, bit by bit in f32, rounded in f16', async () => {
  const model = await adapted();
  for (const precision of ['f32', 'f16'] as const) {
    const { target, report } = await exported(model, { format: 'safetensors', precision });
    const file = openSafetensors((await target.files.read('model.safetensors'))!);
    for (const name of [...CHANGED, 'model.norm.weight']) {
      const [stored, wanted] = [file.read(name).data, await model.weights.read(name)];
      if (precision === 'f32') expect(stored).toEqual(wanted);
      else expect(relativeError(stored, wanted)).toBeLessThan(2 ** -11);
    }
    const { relative } = report.agreement.largest!;
    if (precision === 'f32') expect(relative).toBe(0);
    else expect(relative).toBeGreaterThan(0);
    const config = JSON.parse(await target.blobs.get('config.json')!.text()) as { torch_dtype: string };
    expect(config.torch_dtype).toBe(precision === 'f32' ? 'float32' : 'float16');
  }
});

it('an adapter leaves under the names that PEFT reads', async () => {
  const model = await adapted();
  const { target, report } = await exported(model, { format: 'peft', precision: 'f32' });
  const config = JSON.parse(await target.blobs.get('adapter_config.json')!.text()) as object;
  expect(config).toMatchObject({
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: 'random-model',
    r: RANK,
    lora_alpha: ALPHA,
    target_modules: ['q_proj', 'down_proj'],
  });
  const file = openSafetensors((await target.files.read('adapter_model.safetensors'))!);
  expect([...file.entries].map(([name, { shape }]) => [name, shape])).toEqual([
    ['base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight', [RANK, 48]],
    ['base_model.model.model.layers.0.self_attn.q_proj.lora_B.weight', [64, RANK]],
    ['base_model.model.model.layers.1.mlp.down_proj.lora_A.weight', [RANK, 96]],
    ['base_model.model.model.layers.1.mlp.down_proj.lora_B.weight', [48, RANK]],
  ]);
  expect(report.agreement.largest!.relative).toBe(0);
  expect(await target.blobs.get('README.md')!.text()).toContain('library_name: peft');
});

it('says which formats a model or a precision does not have', async () => {
  const { model } = await createRandomModel('llama');
  await expect(exported(model, { format: 'peft', precision: 'f32' })).rejects.toMatchObject({ code: 'no-adapter' });
  await expect(exported(model, { format: 'safetensors', precision: 'q4' })).rejects.toMatchObject({
    code: 'precision-not-in-format',
  });
});
