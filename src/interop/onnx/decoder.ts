/**
 * @file The graph of a decoder (Llama, Qwen2, Qwen3) with a cache of keys and values, as transformers.js loads it.
 *
 * Inputs: `input_ids` [batch_size, length] of the new tokens, `attention_mask` [batch_size, length so far] (int64; 1 for
 * tokens, 0 for padding), `num_logits_to_keep` (0 keeps all), `past_key_values.N.{key,value}`. Outputs: `logits` f32
 * [batch_size, kept, vocabulary], `present.N.{key,value}`. transformers.js makes empty caches from these descriptions: the
 * batch must be called `batch_size`, heads and head size must be numbers, and every other name becomes 0.
 */
import type { ModelConfig } from '../../lm/files/config.ts';
import { DecoderWeights, type Precision, type WeightReader } from './decoder-weights.ts';
import type { BlockParts } from './blocks.ts';
import { fusedBlocks } from './fused-blocks.ts';
import { OnnxGraph } from './graph.ts';
import type { Value } from './messages.ts';
import { portableBlocks } from './portable-blocks.ts';

/**
 * `fused`: norms and attention are one operator each, of ONNX Runtime's own; `portable`: they are made of ONNX's standard
 * operators, for head sizes and runtimes that the fused ones do not serve.
 */
export const VARIANTS = ['fused', 'portable'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The fused attention of ONNX Runtime's CPU provider refuses other head sizes. */
const FUSED_HEAD_MULTIPLE = 16;

export const defaultVariant = ({ headDim }: ModelConfig): Variant =>
  headDim % FUSED_HEAD_MULTIPLE === 0 ? 'fused' : 'portable';

export interface DecoderOptions {
  precision: Precision;
  variant: Variant;
}

export function decoderGraph(config: ModelConfig, source: WeightReader, options: DecoderOptions): OnnxGraph {
  const { hiddenSize: d, heads, kvHeads, headDim, intermediateSize: ff, layers, vocabSize } = config;
  const type = options.precision === 'f16' ? 'float16' : 'float';
  const cache = (prefix: string, length: string): Value[] =>
    Array.from({ length: layers }, (_, layer) =>
      ['key', 'value'].map((part) => ({
        name: `${prefix}.${layer}.${part}`,
        type,
        shape: ['batch_size', kvHeads, length, headDim],
      })),
    ).flat() as Value[];
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
  const weights = new DecoderWeights(graph, source, options.precision);
  const parts: BlockParts = { graph, weights, config };
  const blocks = options.variant === 'fused' ? fusedBlocks(parts) : portableBlocks(parts);

  /** RMSNorm of each head, before rotation. */
  const normHeads = (x: string, count: number, weight: string) => {
    const apart = graph.node('Reshape', [x, graph.int64([0, 0, count, headDim])]);
    return graph.node('Reshape', [
      blocks.norm(apart, weights.vector(weight, headDim)),
      graph.int64([0, 0, count * headDim]),
    ]);
  };

  let x = weights.embedding('input_ids', 'model.embed_tokens.weight', [vocabSize, d]);
  let normed = blocks.norm(x, weights.vector('model.layers.0.input_layernorm.weight', d));
  for (let layer = 0; layer < layers; layer++) {
    const name = `model.layers.${layer}`;
    const project = (part: 'q' | 'k' | 'v', count: number) => {
      const projection = `${name}.self_attn.${part}_proj`;
      const bias = config.qkvBias ? `${projection}.bias` : undefined;
      const projected = weights.linear(normed, `${projection}.weight`, [count * headDim, d], bias);
      return config.qkNorm && part !== 'v'
        ? normHeads(projected, count, `${name}.self_attn.${part}_norm.weight`)
        : projected;
    };
    const attended = blocks.attention(layer, project('q', heads), project('k', kvHeads), project('v', kvHeads));
    const mixed = weights.linear(attended, `${name}.self_attn.o_proj.weight`, [d, heads * headDim]);
    const middle = blocks.addAndNorm(x, mixed, weights.vector(`${name}.post_attention_layernorm.weight`, d));
    const gate = weights.linear(middle.normed, `${name}.mlp.gate_proj.weight`, [ff, d]);
    const up = weights.linear(middle.normed, `${name}.mlp.up_proj.weight`, [ff, d]);
    const silu = graph.node('Mul', [gate, graph.node('Sigmoid', [gate])]);
    const down = weights.linear(graph.node('Mul', [silu, up]), `${name}.mlp.down_proj.weight`, [d, ff]);
    const following = layer + 1 < layers ? `model.layers.${layer + 1}.input_layernorm.weight` : 'model.norm.weight';
    ({ sum: x, normed } = blocks.addAndNorm(middle.sum, down, weights.vector(following, d)));
  }
  addHead(parts, normed);
  return graph;
}

/** From the last norm to `logits`, at the last `num_logits_to_keep` tokens. */
function addHead({ graph, weights, config }: BlockParts, normed: string): void {
  const { hiddenSize: d, vocabSize } = config;
  // From −n on: 0 keeps all, as −0 is the beginning.
  const first = graph.node('Unsqueeze', [graph.node('Neg', ['num_logits_to_keep']), graph.int64([0])]);
  const kept = graph.node('Slice', [normed, first, graph.int64([Number.MAX_SAFE_INTEGER]), graph.int64([1])]);
  const isFloat = weights.type === 'float';
  const outputs = isFloat ? ['logits'] : undefined;
  let logits: string;
  if (config.tieWordEmbeddings) {
    const rows = graph.node('Reshape', [kept, graph.int64([-1, d])]);
    const batch = graph.node('Shape', ['input_ids'], { attributes: { start: { int: 0 }, end: { int: 1 } } });
    const shape = graph.node('Concat', [batch, graph.int64([-1, vocabSize])], { attributes: { axis: { int: 0 } } });
    const product = weights.tiedHead(rows, 'model.embed_tokens.weight', [vocabSize, d]);
    logits = graph.node('Reshape', [product, shape], { outputs });
  } else {
    const product = weights.linear(kept, 'lm_head.weight', [vocabSize, d]);
    logits = isFloat ? graph.node('Identity', [product], { outputs }) : product;
  }
  if (!isFloat) graph.node('Cast', [logits], { attributes: { to: { int: 1 } }, outputs: ['logits'] });
}
