/**
 * @file Converts between Hugging Face's parameters and the engine's.
 *
 * The engine stores every matrix transposed, [in, out], because products with neighbouring outputs load fastest; fuses
 * q, k, v into one matrix and gate, up into another (one product instead of three, or two); and pads the vocabulary to a
 * multiple of 4 with zeros, which no op reads as logits.
 */
import { CodedError } from '../common/coded-error.ts';
import { placeTransposed } from '../tensor/ops/transpose.ts';
import { layOut, ParameterSet, type ParameterLayout } from '../tensor/parameters.ts';
import { parameterShapes, type ModelConfig } from './config.ts';
import type { WeightArray } from './safetensors.ts';
import type { WeightBlock } from './weight-source.ts';

/** Where one Hugging Face parameter lies: columns [column, column + out) of a fused, transposed matrix, or of a row. */
interface Placement {
  /** Name of the engine's parameter. */
  fused: string;
  column: number;
}

const VOCABULARY_MULTIPLE = 4;

export const paddedVocabulary = (config: ModelConfig): number =>
  Math.ceil(config.vocabSize / VOCABULARY_MULTIPLE) * VOCABULARY_MULTIPLE;

/** Names of the engine's parameters. */
export const names = {
  embedding: 'embedding',
  head: (config: ModelConfig) => (config.tieWordEmbeddings ? 'embedding' : 'head'),
  finalNorm: 'norm',
  layer: (layer: number) => ({
    attentionNorm: `${layer}.attention.norm`,
    qkv: `${layer}.attention.qkv`,
    qkvBias: `${layer}.attention.bias`,
    qNorm: `${layer}.attention.qNorm`,
    kNorm: `${layer}.attention.kNorm`,
    attentionOut: `${layer}.attention.out`,
    mlpNorm: `${layer}.mlp.norm`,
    gateUp: `${layer}.mlp.gateUp`,
    down: `${layer}.mlp.down`,
  }),
};

const LAYER = /^model\.layers\.(\d+)\.(.+)$/;

/** Where a Hugging Face parameter lies. */
function placementOf(config: ModelConfig, parameter: string): Placement {
  const [, layer, rest] = LAYER.exec(parameter) ?? [];
  if (rest === undefined) return { fused: OUTSIDE_LAYERS[parameter], column: 0 };
  const q = config.heads * config.headDim;
  const kv = config.kvHeads * config.headDim;
  const columns: Record<string, number> = { k_proj: q, v_proj: q + kv, up_proj: config.intermediateSize };
  const key = IN_LAYER[rest];
  return { fused: names.layer(Number(layer))[key], column: columns[rest.split('.')[1]] ?? 0 };
}

const OUTSIDE_LAYERS: Record<string, string> = {
  'model.embed_tokens.weight': names.embedding,
  'model.norm.weight': names.finalNorm,
  'lm_head.weight': 'head',
};

/** The engine's parameter of each parameter of a layer. */
const IN_LAYER: Record<string, keyof ReturnType<typeof names.layer>> = {
  'input_layernorm.weight': 'attentionNorm',
  'self_attn.q_proj.weight': 'qkv',
  'self_attn.k_proj.weight': 'qkv',
  'self_attn.v_proj.weight': 'qkv',
  'self_attn.q_proj.bias': 'qkvBias',
  'self_attn.k_proj.bias': 'qkvBias',
  'self_attn.v_proj.bias': 'qkvBias',
  'self_attn.q_norm.weight': 'qNorm',
  'self_attn.k_norm.weight': 'kNorm',
  'self_attn.o_proj.weight': 'attentionOut',
  'post_attention_layernorm.weight': 'mlpNorm',
  'mlp.gate_proj.weight': 'gateUp',
  'mlp.up_proj.weight': 'gateUp',
  'mlp.down_proj.weight': 'down',
};

/** Places the engine's parameters in memory. */
export function parameterLayout(config: ModelConfig, maxSegmentBytes: number): ParameterLayout {
  const { hiddenSize: d, intermediateSize: ff, heads, kvHeads, headDim } = config;
  const qkv = (heads + 2 * kvHeads) * headDim;
  const vocabulary = paddedVocabulary(config);
  const shapes: [string, number[]][] = [[names.embedding, [d, vocabulary]]];
  for (let layer = 0; layer < config.layers; layer++) {
    const name = names.layer(layer);
    shapes.push([name.attentionNorm, [d]], [name.qkv, [d, qkv]]);
    if (config.qkvBias) shapes.push([name.qkvBias, [qkv]]);
    if (config.qkNorm) shapes.push([name.qNorm, [headDim]], [name.kNorm, [headDim]]);
    shapes.push([name.attentionOut, [heads * headDim, d]], [name.mlpNorm, [d]]);
    shapes.push([name.gateUp, [d, 2 * ff]], [name.down, [ff, d]]);
  }
  shapes.push([names.finalNorm, [d]]);
  if (!config.tieWordEmbeddings) shapes.push(['head', [d, vocabulary]]);
  return layOut(shapes, maxSegmentBytes);
}

/**
 * Checks names and shapes.
 * @throws CodedError `weights-mismatch` that names every missing, unexpected or misshapen weight
 */
function check(config: ModelConfig, weights: ReadonlyMap<string, WeightArray>): void {
  const expected = parameterShapes(config);
  const problems: string[] = [];
  for (const [name, shape] of expected) {
    const found = weights.get(name);
    if (!found) problems.push(`${name} is missing`);
    else if (found.shape.join() !== shape.join())
      problems.push(`${name} is [${found.shape.join(', ')}], not [${shape.join(', ')}]`);
  }
  for (const name of weights.keys()) if (!expected.has(name)) problems.push(`${name} is not part of this model`);
  if (problems.length)
    throw new CodedError(
      'weights-mismatch',
      `The weights do not fit the configuration: ${problems.join('; ')}. Use the files of one checkpoint.`,
      { problems: problems.join('; ') },
    );
}

/** Elements of a block that `importWeights` uploads at once: well below what a device binds. */
const BLOCK_ELEMENTS = 2 ** 22;

/** Writes Hugging Face weights that are in memory into a parameter set; see `check` for errors. */
export function importWeights(
  config: ModelConfig,
  parameters: ParameterSet,
  weights: ReadonlyMap<string, WeightArray>,
): void {
  check(config, weights);
  for (const [name, { shape, data }] of weights) {
    const inner = data.length / shape[0];
    const rows = Math.max(1, Math.floor(BLOCK_ELEMENTS / inner));
    for (let row = 0; row < shape[0]; row += rows)
      importBlock(config, parameters, { name, row, data: data.subarray(row * inner, (row + rows) * inner) });
  }
}

/** Writes whole rows of one Hugging Face parameter; the GPU transposes them. */
export function importBlock(config: ModelConfig, parameters: ParameterSet, { name, row, data }: WeightBlock): void {
  const { device } = parameters;
  const { fused, column } = placementOf(config, name);
  const target = parameters.get(fused);
  // A matrix [in, out] takes rows of `in` elements, a vector takes rows of one.
  const inner = target.shape.length === 1 ? 1 : target.shape[0];
  const block = device.upload(data, [data.length / inner, inner]);
  placeTransposed(device, block, target, column + row);
  device.release(block);
}

/** Reads a parameter set (weights, or an optimizer's moments) back under Hugging Face names: the inverse of import. */
export async function exportWeights(config: ModelConfig, parameters: ParameterSet): Promise<Map<string, WeightArray>> {
  const segments = await parameters.device.readAll(parameters.segments);
  const weights = new Map<string, WeightArray>();
  for (const [name, shape] of parameterShapes(config)) {
    const { fused, column } = placementOf(config, name);
    const entry = parameters.layout.entries.get(fused)!;
    const segment = segments[entry.segment];
    if (shape.length === 1) {
      const start = entry.start + column;
      weights.set(name, { shape, data: segment.slice(start, start + shape[0]) });
      continue;
    }
    const [out, inner] = shape;
    const width = entry.shape[1];
    const data = new Float32Array(out * inner);
    for (let o = 0; o < out; o++)
      for (let i = 0; i < inner; i++) data[o * inner + i] = segment[entry.start + i * width + column + o];
    weights.set(name, { shape, data });
  }
  return weights;
}
