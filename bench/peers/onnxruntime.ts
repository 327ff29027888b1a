/**
 * @file The sampling job in onnxruntime-web on WebGPU: a decoder with key/value cache from the same contrib operators
 * that published exports use (SimplifiedLayerNormalization, GroupQueryAttention with rotary embedding). The cache stays
 * on the GPU. The logits are read back, and JavaScript samples from them, as is usual with this library.
 */
import * as ort from 'onnxruntime-web/webgpu';
import { RandomStream } from '../../src/random/random-stream.ts';
import type { Contestant } from '../contestant.ts';
import { batch, config, NEW_TOKENS, SEQUENCES, weights } from '../workload.ts';
import { OnnxGraph, type Value } from './onnx-writer.ts';

const { hiddenSize: D, heads: H, kvHeads: KV, headDim: HD, vocabSize: V, layers } = config;
const CONTRIB = { domain: 'com.microsoft' };

function decoder(): Uint8Array<ArrayBuffer> {
  const source = weights();
  const cache = (name: string, length: string): Value => ({ name, type: 'float', shape: ['batch', KV, length, HD] });
  const perLayer = (prefix: string, length: string) =>
    Array.from({ length: layers }, (_, i) =>
      ['key', 'value'].map((part) => cache(`${prefix}.${i}.${part}`, length)),
    ).flat();
  const graph = new OnnxGraph(
    [
      { name: 'ids', type: 'int64', shape: ['batch', 1] },
      { name: 'seqlens', type: 'int32', shape: ['batch'] },
      { name: 'total', type: 'int32', shape: [1] },
      ...perLayer('past', 'past_length'),
    ],
    [{ name: 'logits', type: 'float', shape: ['batch', 1, V] }, ...perLayer('present', 'total_length')],
  );
  const stored = (name: string) => {
    const { shape, data } = source.get(name)!;
    return graph.constant('float', shape, data as Float32Array);
  };
  /** x @ W, where W is stored as [out, in]. */
  const linear = (x: string, name: string) => {
    const { shape, data } = source.get(name)!;
    const [rows, columns] = shape;
    const transposed = Float32Array.from(
      { length: rows * columns },
      (_, j) => data[(j % rows) * columns + Math.floor(j / rows)],
    );
    return graph.node('MatMul', [x, graph.constant('float', [columns, rows], transposed)]);
  };
  const norm = (x: string, name: string) =>
    graph.node('SimplifiedLayerNormalization', [x, stored(name)], {
      attributes: { axis: { int: -1 }, epsilon: { float: config.rmsNormEps } },
    });
  const angles = (f: (x: number) => number) =>
    graph.constant(
      'float',
      [config.maxPositions, HD / 2],
      Float32Array.from({ length: (config.maxPositions * HD) / 2 }, (_, j) =>
        f(Math.floor(j / (HD / 2)) * config.ropeTheta ** ((-2 * (j % (HD / 2))) / HD)),
      ),
    );
  const cos = angles(Math.cos);
  const sin = angles(Math.sin);

  let x = graph.node('Gather', [stored('model.embed_tokens.weight'), 'ids']);
  for (let i = 0; i < layers; i++) {
    const layer = `model.layers.${i}`;
    const normed = norm(x, `${layer}.input_layernorm.weight`);
    const [q, k, v] = ['q', 'k', 'v'].map((part) => linear(normed, `${layer}.self_attn.${part}_proj.weight`));
    const attended = graph.node(
      'GroupQueryAttention',
      [q, k, v, `past.${i}.key`, `past.${i}.value`, 'seqlens', 'total', cos, sin],
      {
        ...CONTRIB,
        attributes: { num_heads: { int: H }, kv_num_heads: { int: KV }, do_rotary: { int: 1 } },
        outputs: [`attended.${i}`, `present.${i}.key`, `present.${i}.value`],
      },
    );
    x = graph.node('Add', [x, linear(attended, `${layer}.self_attn.o_proj.weight`)]);
    const normed2 = norm(x, `${layer}.post_attention_layernorm.weight`);
    const gate = linear(normed2, `${layer}.mlp.gate_proj.weight`);
    const silu = graph.node('Mul', [gate, graph.node('Sigmoid', [gate])]);
    const inner = graph.node('Mul', [silu, linear(normed2, `${layer}.mlp.up_proj.weight`)]);
    x = graph.node('Add', [x, linear(inner, `${layer}.mlp.down_proj.weight`)]);
  }
  const last = norm(x, 'model.norm.weight');
  const { data } = source.get('lm_head.weight')!;
  const head = Float32Array.from({ length: D * V }, (_, j) => data[(j % V) * D + Math.floor(j / V)]);
  graph.node('MatMul', [last, graph.constant('float', [D, V], head)], { outputs: ['logits'] });
  return graph.build();
}

/** Draws one token from softmax(logits) of every row. */
function sample(logits: Float32Array, random: RandomStream): bigint[] {
  return Array.from({ length: SEQUENCES }, (_, row) => {
    const values = logits.subarray(row * V, (row + 1) * V);
    const top = values.reduce((a, b) => Math.max(a, b));
    return BigInt(random.weighted(Array.from(values, (value) => Math.exp(value - top))));
  });
}

export async function prepare(): Promise<Contestant> {
  ort.env.wasm.wasmPaths = undefined;
  const outputs = Object.fromEntries(
    Array.from({ length: layers }, (_, i) =>
      ['key', 'value'].map((part) => [`present.${i}.${part}`, 'gpu-buffer'] as const),
    ).flat(),
  );
  const session = await ort.InferenceSession.create(decoder(), {
    executionProviders: ['webgpu'],
    preferredOutputLocation: { ...outputs, logits: 'cpu' },
  });
  const first = batch().map((row) => BigInt(row[0]));
  let draws = 0;
  return {
    async sample() {
      const random = new RandomStream(1, 3, draws++);
      let ids = first;
      let cache: Record<string, ort.Tensor> = Object.fromEntries(
        Object.keys(outputs).map((name) => [
          name.replace('present', 'past'),
          new ort.Tensor('float32', new Float32Array(0), [SEQUENCES, KV, 0, HD]),
        ]),
      );
      for (let step = 0; step < NEW_TOKENS; step++) {
        const results = await session.run({
          ids: new ort.Tensor('int64', BigInt64Array.from(ids), [SEQUENCES, 1]),
          seqlens: new ort.Tensor('int32', new Int32Array(SEQUENCES).fill(step), [SEQUENCES]),
          total: new ort.Tensor('int32', Int32Array.of(step + 1), [1]),
          ...cache,
        });
        ids = sample(results.logits.data as Float32Array, random);
        for (const tensor of Object.values(cache)) tensor.dispose();
        cache = Object.fromEntries(
          Object.keys(outputs).map((name) => [name.replace('present', 'past'), results[name] as ort.Tensor]),
        );
      }
      for (const tensor of Object.values(cache)) tensor.dispose();
    },
  };
}
