/**
 * @file Makes a model folder with an ONNX graph and a key-value cache, like exports for transformers.js. The graph uses
 * ONNX Runtime's operators for norms and attention
 * (https://github.com/microsoft/onnxruntime/blob/main/docs/ContribOperators.md).
 *
 * transformers.js makes empty caches from the shapes of the inputs. In the shapes, the batch must be named
 * `batch_size`, and heads and head size must be numbers. Every other name becomes 0. The head size must be a multiple
 * of 16.
 */
import type { ModelConfig } from '../../lm/files/config.ts';
import { modelFolder } from '../../lm/files/load-model.ts';
import type { WeightArray } from '../../lm/files/safetensors.ts';
import type { Tokenizer } from '../../lm/files/tokenizer.ts';
import { rotaryFrequencies } from '../../lm/files/rotary-config.ts';
import { rotationTable } from '../../tensor/ops/rotary.ts';
import { type ExternalData, OnnxGraph, type Value } from './onnx-graph.ts';

export interface TestModel {
  config: ModelConfig;
  weights: ReadonlyMap<string, WeightArray>;
  tokenizer: Tokenizer;
}

const CONTRIB = { domain: 'com.microsoft' } as const;
/** TensorProto.DataType of int32. */
const INT32 = 6;

/** Returns the folder's files. Like other exports, the folder has no safetensors and no list of files. */
export async function onnxFolder(
  { config, weights, tokenizer }: TestModel,
  { graph = 'model.onnx', external }: { graph?: string; external?: ExternalData } = {},
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = modelFolder({ config, tokenizer, weights });
  for (const name of ['model.safetensors', 'files.json']) files.delete(name);
  for (const [name, bytes] of decoderGraph(config, weights).files(graph, external)) files.set(`onnx/${name}`, bytes);
  return files;
}

function decoderGraph(config: ModelConfig, weights: TestModel['weights']): OnnxGraph {
  const { heads, kvHeads, headDim, layers, vocabSize, maxPositions, rmsNormEps } = config;
  const cache = (prefix: string, length: string): Value[] =>
    Array.from({ length: 2 * layers }, (_, i) => ({
      name: `${prefix}.${i >> 1}.${i % 2 === 0 ? 'key' : 'value'}`,
      type: 'float',
      shape: ['batch_size', kvHeads, length, headDim],
    }));
  const graph = new OnnxGraph(
    [
      { name: 'input_ids', type: 'int64', shape: ['batch_size', 'sequence_length'] },
      { name: 'attention_mask', type: 'int64', shape: ['batch_size', 'total_sequence_length'] },
      { name: 'num_logits_to_keep', type: 'int64', shape: [] },
      ...cache('past_key_values', 'past_sequence_length'),
    ],
    [
      { name: 'logits', type: 'float', shape: ['batch_size', 'num_logits', vocabSize] },
      ...cache('present', 'total_sequence_length'),
    ],
  );
  /** Adds a weight of the model, in its own shape [out] or [out, in]. */
  const stored = (name: string) => graph.weight(name, weights.get(name)!.shape, weights.get(name)!.data);
  const linear = (x: string, name: string): string => {
    const { shape, data } = weights.get(`${name}.weight`)!;
    const [rows, columns] = shape;
    // MatMul needs the shape [in, out].
    const transposed = Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)]);
    const product = graph.node('MatMul', [x, graph.weight(`${name}.transposed`, [columns, rows], transposed)]);
    return weights.has(`${name}.bias`) ? graph.node('Add', [product, stored(`${name}.bias`)]) : product;
  };
  const epsilon = { f32: rmsNormEps };
  const norm = (x: string, weight: string) =>
    graph.node('SimplifiedLayerNormalization', [x, weight], { axis: -1, epsilon });
  const addAndNorm = (x: string, change: string, weight: string) => {
    const outputs = [`${weight}.normed`, '', '', `${weight}.sum`];
    graph.node('SkipSimplifiedLayerNormalization', [x, change, stored(weight)], { epsilon }, { ...CONTRIB, outputs });
    return { normed: outputs[0], sum: outputs[3] };
  };
  /** Applies RMSNorm to each head, before rotation. */
  const normHeads = (x: string, count: number, weight: string) => {
    const apart = graph.node('Reshape', [x, graph.int64([0, 0, count, headDim])]);
    return graph.node('Reshape', [norm(apart, stored(weight)), graph.int64([0, 0, count * headDim])]);
  };
  const int32 = (x: string) => graph.node('Cast', [x], { to: INT32 });
  const tokens = graph.node('ReduceSum', ['attention_mask', graph.int64([1])], { keepdims: 0 });
  const lastIndex = int32(graph.node('Sub', [tokens, graph.int64(1)]));
  const total = int32(graph.node('Gather', [graph.node('Shape', ['attention_mask']), graph.int64(1)], { axis: 0 }));
  const rotations = rotationTable(maxPositions, rotaryFrequencies(config));
  const [cosines, sines] = ['cos', 'sin'].map((name, part) =>
    graph.weight(
      `${name}_cache`,
      [maxPositions, headDim / 2],
      rotations.filter((_, i) => i % 2 === part),
    ),
  );
  const attention = (layer: number, [q, k, v]: readonly string[]) => {
    const past = [`past_key_values.${layer}.key`, `past_key_values.${layer}.value`];
    return graph.node(
      'GroupQueryAttention',
      [q, k, v, ...past, lastIndex, total, cosines, sines],
      { num_heads: heads, kv_num_heads: kvHeads, do_rotary: 1 },
      { ...CONTRIB, outputs: [`attended.${layer}`, `present.${layer}.key`, `present.${layer}.value`] },
    );
  };

  const embedding = stored('model.embed_tokens.weight');
  let x = graph.node('Gather', [embedding, 'input_ids']);
  let normed = norm(x, stored('model.layers.0.input_layernorm.weight'));
  for (let layer = 0; layer < layers; layer++) {
    const name = `model.layers.${layer}`;
    const inputs = (['q', 'k', 'v'] as const).map((part) => {
      const projected = linear(normed, `${name}.self_attn.${part}_proj`);
      const weight = `${name}.self_attn.${part}_norm.weight`;
      return weights.has(weight) ? normHeads(projected, part === 'q' ? heads : kvHeads, weight) : projected;
    });
    const mixed = linear(attention(layer, inputs), `${name}.self_attn.o_proj`);
    const middle = addAndNorm(x, mixed, `${name}.post_attention_layernorm.weight`);
    const gate = linear(middle.normed, `${name}.mlp.gate_proj`);
    const silu = graph.node('Mul', [gate, graph.node('Sigmoid', [gate])]);
    const product = graph.node('Mul', [silu, linear(middle.normed, `${name}.mlp.up_proj`)]);
    const following = layer + 1 < layers ? `model.layers.${layer + 1}.input_layernorm.weight` : 'model.norm.weight';
    ({ sum: x, normed } = addAndNorm(middle.sum, linear(product, `${name}.mlp.down_proj`), following));
  }
  // The slice keeps the last n positions, because it starts at −n. For n = 0 it starts at 0 and keeps all.
  const first = graph.node('Unsqueeze', [graph.node('Neg', ['num_logits_to_keep']), graph.int64([0])]);
  const kept = graph.node('Slice', [normed, first, graph.int64([Number.MAX_SAFE_INTEGER]), graph.int64([1])]);
  const logits = config.tieWordEmbeddings
    ? graph.node('MatMul', [kept, graph.node('Transpose', [embedding])])
    : linear(kept, 'lm_head');
  graph.node('Identity', [logits], {}, { outputs: ['logits'] });
  return graph;
}
