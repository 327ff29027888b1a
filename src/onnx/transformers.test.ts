import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CodedError } from '../common/coded-error.ts';
import type { ModelFiles } from '../lm/files/model-files.ts';
import { memoryFolder } from '../lm/testing/memory-folder.ts';
import { OnnxCausalLM } from './causal-lm.ts';
import { chooseGraph, hasGraph, parseOnnxName } from './choose-graph.ts';
import { summarizeGraph } from './inspect-graph.ts';
import { Queue } from '../common/once.ts';
import { nodeRuntime } from './node-runtime.ts';
import { embeddingFolder } from './testing/embedding-folder.ts';
import { onnxFolder } from './testing/onnx-folder.ts';
import { tinyModel } from './testing/tiny-model.ts';
import { OnnxRuntime, webDevices } from './runtime.ts';
import { Transformers } from './transformers.ts';

type Files = Map<string, Uint8Array<ArrayBuffer>>;
const tiny = tinyModel();
let files: Files;
let encoder: Files;
let transformers: Transformers;
beforeAll(async () => {
  files = await onnxFolder(tiny);
  encoder = await embeddingFolder({ a: [1] });
  transformers = await Transformers.open(nodeRuntime);
});

const changed = (changes: Record<string, Uint8Array<ArrayBuffer> | undefined>): ModelFiles => {
  const copy: Files = new Map(files);
  for (const [name, bytes] of Object.entries(changes))
    if (bytes) copy.set(name, bytes);
    else copy.delete(name);
  return memoryFolder(copy, 'folder');
};
const open = (folder: ModelFiles, graph?: string) => OnnxCausalLM.open(transformers, folder, graph);
const utf8 = (text: string) => new TextEncoder().encode(text);
const lastLogits = async (folder: ModelFiles) => {
  const model = await open(folder);
  const { logits } = await model.forward([[1, 2, 3]], undefined, 'last');
  await model.dispose();
  return logits;
};

describe('the queue', () => {
  it('lets one work at a time, in order, and survives a failure', async () => {
    const queue = new Queue();
    const log: string[] = [];
    const work = (name: string, fail = false) =>
      queue.add(async () => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        log.push(`${name} ends`);
        if (fail) throw new Error(name);
      });
    const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('holds the runs of all models', async () => {
    const [one, two] = await Promise.all([open(changed({})), open(changed({}))]);
    const all = await Promise.all(
      [one, two, one, two].map((model, i) => model.forward([[i + 1, 2]], undefined, 'last')),
    );
    const again = await one.forward([[3, 2]], undefined, 'last');
    expect(all[2].logits).toEqual(again.logits);
    await Promise.all([one.dispose(), two.dispose()]);
  });
});

describe('the graph that is chosen', () => {
  const sizes = (all: Record<string, number>): ModelFiles => ({
    name: 'folder',
    size: async (file) => all[file],
    read: async () => undefined,
  });
  const half = { order: ['webgpu', 'wasm'], withoutWebGpu: null, halfPrecision: true } as const;
  const whole = { ...half, halfPrecision: false };
  const GB = 2 ** 30;

  it('is the most exact one that the device computes and the memory holds', async () => {
    const all = {
      'onnx/model.onnx': 1e6,
      'onnx/model.onnx_data': 2 * GB,
      'onnx/model_fp16.onnx': 1.1 * GB,
      'onnx/model_q4.onnx': 0.4 * GB,
    };
    expect(await chooseGraph(sizes(all), 'webgpu', half)).toBe('onnx/model_fp16.onnx');
    expect(await chooseGraph(sizes(all), 'webgpu', whole)).toBe('onnx/model_q4.onnx');
    expect(await chooseGraph(sizes({ ...all, 'onnx/model.onnx_data': GB }), 'wasm', whole)).toBe('onnx/model.onnx');
    expect(await chooseGraph(sizes({ 'onnx/model.onnx': 3 * GB }), 'wasm', whole)).toBe('onnx/model.onnx');
  });

  it('may be named, by its path', () => {
    expect(parseOnnxName('/models/SmolLM2/onnx/model_q4.onnx')).toEqual({
      folder: '/models/SmolLM2',
      graph: 'model_q4.onnx',
    });
    expect(parseOnnxName('hf:owner/name')).toEqual({ folder: 'hf:owner/name' });
  });

  it('is reported if it is missing, without reading a file', async () => {
    expect(await hasGraph(sizes({ 'model.safetensors': 1 }))).toBe(false);
    expect(await hasGraph(sizes({ 'onnx/model_q4f16.onnx': 1 }))).toBe(true);
    await expect(open(changed({ 'onnx/model.onnx': undefined }))).rejects.toMatchObject({ code: 'no-graph' });
    await expect(open(changed({}), 'model_q4.onnx')).rejects.toThrow('onnx/model_q4.onnx');
  });
});

it('counts two 4-bit weights a byte, and no table of indices', () => {
  // The tensors are field 5 of the graph, which is field 7 of the model. Data types: 1 float, 2 uint8, 7 int64.
  const tensor = (type: number, ...dims: number[]) => [...dims.flatMap((size) => [0x08, size]), 0x10, type];
  const framed = (field: number, bytes: number[]) => [(field << 3) | 2, bytes.length, ...bytes];
  const tensors = [tensor(2, 3, 2, 16), tensor(1, 3, 2), tensor(7, 9)];
  const graph = tensors.flatMap((bytes) => framed(5, bytes));
  expect(summarizeGraph(Uint8Array.from(framed(7, graph))).parameters).toBe(2 * 3 * 2 * 16 + 3 * 2);
});

describe('weights beside the graph', () => {
  it('compute the same as in one file', async () => {
    const expected = await lastLogits(changed({}));
    const parts = await onnxFolder(tiny, { external: { partBytes: 20_000 } });
    expect(parts.has('onnx/model.onnx_data_1')).toBe(true);
    expect(await lastLogits(memoryFolder(parts))).toEqual(expected);
  });

  it('are reported if they are missing, and change the hash', async () => {
    const parts = await onnxFolder(tiny, { external: { partBytes: 20_000 } });
    const model = await open(memoryFolder(parts));
    const before = model.weightsHash;
    await model.dispose();
    const other = new Map(parts);
    const name = 'onnx/model.onnx_data_1';
    const bytes = parts.get(name)!.slice();
    bytes[8] ^= 1;
    other.set(name, bytes);
    const changedPart = await open(memoryFolder(other));
    expect(changedPart.weightsHash).not.toBe(before);
    await changedPart.dispose();
    other.delete(name);
    await expect(open(memoryFolder(other))).rejects.toThrow(/model\.onnx_data_1.*, which is missing/);
  });
});

describe('what is refused', () => {
  const graph = (bytes: Uint8Array<ArrayBuffer>) => ({ 'onnx/model.onnx': bytes });
  const config = (json: string) => ({ 'config.json': utf8(json) });
  it.each<[string, () => Parameters<typeof changed>[0], string]>([
    ['a file that is no graph', () => graph(utf8('<!doctype html>')), 'graph-malformed'],
    ['an empty file', () => graph(new Uint8Array()), 'graph-malformed'],
    ['a file that was cut off', () => graph(files.get('onnx/model.onnx')!.slice(0, 5000)), 'graph-malformed'],
    ['a folder without config.json', () => ({ 'config.json': undefined }), 'library-refused'],
    ['an architecture that transformers.js does not know', () => config('{"model_type":"abacus"}'), 'library-refused'],
    ['a config.json without sizes', () => config('{"model_type":"qwen3"}'), 'malformed'],
    ['a graph of an encoder', () => graph(encoder.get('onnx/model.onnx')!), 'no-logits'],
  ])('%s, by code', async (_, changes, code) => {
    const attempt = open(changed(changes())).then((model) => model.forward([[1, 2]], undefined, 'last'));
    await expect(attempt).rejects.toMatchObject({ code });
  });

  it('a run that fails, and the next run succeeds', async () => {
    const model = await open(changed({}));
    const expected = await model.forward([[1, 2]], undefined, 'last');
    // This id is outside the embedding table.
    await expect(model.forward([[99_999]], undefined, 'last')).rejects.toMatchObject({ code: 'graph-failed' });
    expect((await model.forward([[1, 2]], undefined, 'last')).logits).toEqual(expected.logits);
    await model.dispose();
  });

  it('a folder whose files cannot be read: its own sentence is told', async () => {
    const lost = new CodedError('address-not-reached', { address: '/model', reason: '' });
    const folder = changed({});
    const failing: ModelFiles = {
      ...folder,
      read: (file, range) => (file === 'config.json' ? Promise.reject(lost) : folder.read(file, range)),
    };
    await expect(open(failing)).rejects.toBe(lost);
  });

  it('a runtime that cannot be loaded', async () => {
    const nowhere = { ...nodeRuntime, load: () => Promise.reject(new Error('offline')) };
    await expect(OnnxRuntime.open(nowhere)).rejects.toMatchObject({ code: 'onnx-runtime-not-loaded' });
  });

  it('damaged graphs, whatever the damage: a sentence or a model, never a raw error', async () => {
    const graph = files.get('onnx/model.onnx')!;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (changes) => {
          const bytes = graph.slice();
          for (const [at, value] of changes) bytes[at] = value;
          const outcome = await open(changed({ 'onnx/model.onnx': bytes })).catch((error: unknown) => error);
          if (outcome instanceof OnnxCausalLM) await outcome.dispose();
          else expect(outcome).toBeInstanceOf(CodedError);
        },
      ),
      { numRuns: 15, seed: 1 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          summarizeGraph(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});

const gpu = (info: Partial<GPUAdapterInfo> | null, ...features: string[]): GPU =>
  ({ requestAdapter: async () => info && { info, features: new Set(features) } }) as unknown as GPU;

it('prefers WebGPU, with the WebAssembly behind it', async () => {
  const device = { order: ['webgpu', 'wasm'], withoutWebGpu: null };
  expect(await webDevices(gpu({}))).toEqual({ ...device, halfPrecision: false });
  expect(await webDevices(gpu({}, 'shader-f16'))).toEqual({ ...device, halfPrecision: true });
});

it('says why it takes the WebAssembly alone', async () => {
  expect(await webDevices(undefined)).toMatchObject({ order: ['wasm'], withoutWebGpu: 'no WebGPU here' });
  expect(await webDevices(gpu(null))).toMatchObject({ order: ['wasm'], withoutWebGpu: 'no WebGPU adapter' });
  const software = await webDevices(gpu({ isFallbackAdapter: true }));
  expect(software).toMatchObject({ order: ['wasm'], withoutWebGpu: expect.stringContaining('software') });
});
