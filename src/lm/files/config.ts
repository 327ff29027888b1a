/**
 * @file Reads Hugging Face `config.json` of the Llama, Qwen2 and Qwen3 families into the few numbers that a forward
 * pass needs. Field names and defaults follow transformers' `LlamaConfig`, `Qwen2Config` and `Qwen3Config`
 * (https://huggingface.co/docs/transformers/model_doc/llama, …/qwen2, …/qwen3).
 *
 * A field that would change the computation in an unsupported way is refused, so that a model computes what its file
 * describes.
 */
import { z } from 'zod';
import { schemaProblems } from '../../common/schema-problems.ts';
import { recordOf } from '../../common/record-schema.ts';
import { ModelFileError } from './model-file-error.ts';
import { readRotary, type RotaryScaling, writtenRotary } from './rotary-config.ts';

/** Maps each model_type that this engine computes to its `architectures`. */
const ARCHITECTURES = {
  llama: 'LlamaForCausalLM',
  qwen2: 'Qwen2ForCausalLM',
  qwen3: 'Qwen3ForCausalLM',
} as const;
type Family = keyof typeof ARCHITECTURES;

export const isFamily = (name: string): name is Family => Object.hasOwn(ARCHITECTURES, name);

/** Configuration of a decoder-only transformer: RMSNorm, rotary embedding, grouped-query attention, SwiGLU. */
export interface ModelConfig {
  family: Family;
  /** Number of rows of the embedding and of the output head. Padding may make it larger than the tokenizer's vocabulary. */
  vocabSize: number;
  /** Width d of the residual stream. */
  hiddenSize: number;
  layers: number;
  heads: number;
  /** Number of key-value heads, a divisor of `heads`. Query head h reads head floor(h / (heads / kvHeads)). */
  kvHeads: number;
  /** Width of a head. `heads · headDim` may differ from `hiddenSize`. */
  headDim: number;
  /** Width of the SwiGLU feed-forward layer. */
  intermediateSize: number;
  /** Rotary frequency i is ropeTheta^(−2i/headDim). */
  ropeTheta: number;
  /** Scaling of the rotary frequencies; default: none. */
  ropeScaling?: RotaryScaling;
  rmsNormEps: number;
  /** True if the output head is the embedding matrix. The file then holds no `lm_head.weight`. */
  tieWordEmbeddings: boolean;
  /** True if the query, key and value projections have biases (Qwen2 only). */
  qkvBias: boolean;
  /** True if an RMSNorm precedes the rotation of each query and key head (Qwen3). */
  qkNorm: boolean;
  /** Length in tokens of the longest sequence that the model was made for. */
  maxPositions: number;
  bosId?: number;
  /** Ids of tokens that end generation. */
  eosIds: number[];
  padId?: number;
}

const count = z.int().positive();
// Older files write −1 for a token that the model does not have.
const tokenId = z
  .int()
  .min(-1)
  .transform((id) => (id < 0 ? null : id));
/** No real model has this many layers. The limit stops a damaged file from listing a billion parameters. */
const MAX_LAYERS = 1000;

const rotary = recordOf(z.unknown()).nullish();

/** The engine reads these fields. `HARMLESS` lists fields that it may ignore. */
const hfConfig = z.looseObject({
  model_type: z.string(),
  vocab_size: count,
  hidden_size: count,
  num_hidden_layers: count.max(MAX_LAYERS),
  num_attention_heads: count,
  num_key_value_heads: count.nullish(),
  head_dim: count.nullish(),
  intermediate_size: count,
  max_position_embeddings: count.nullish(),
  rms_norm_eps: z.number().positive().default(1e-6),
  hidden_act: z.string().default('silu'),
  tie_word_embeddings: z.boolean().default(false),
  attention_bias: z.boolean().nullish(),
  mlp_bias: z.boolean().nullish(),
  use_sliding_window: z.boolean().nullish(),
  layer_types: z.array(z.string()).nullish(),
  rope_theta: z.number().positive().nullish(),
  rope_scaling: rotary,
  // transformers 5 writes base and scaling into one object.
  rope_parameters: rotary,
  original_max_position_embeddings: count.nullish(),
  quantization_config: z.unknown().optional(),
  bos_token_id: tokenId.nullish(),
  eos_token_id: z.union([tokenId, z.array(tokenId)]).nullish(),
  pad_token_id: tokenId.nullish(),
});

/** Matches names of fields that may change the forward pass. An unread field is refused unless `HARMLESS` lists it. */
const COMPUTING =
  /rope|rotary|att|logit|scal|multiplier|soft_?cap|window|expert|moe|norm|bias|position|residual|mup|alibi|head|layer|qk|lora|adapter|activation|act_fn|factor|sparse|block/i;
/** Fields of published files that do not change the forward pass in evaluation. */
const HARMLESS = new Set([
  'attention_dropout',
  'attn_implementation',
  '_attn_implementation',
  '_attn_implementation_autoset',
  'attn_implementation_internal',
  '_attn_implementation_internal',
  'initializer_range',
  'layer_norm_eps',
  'max_window_layers',
  'output_attentions',
  'sliding_window',
]);

/**
 * Returns the first unread setting that may change the forward pass. A setting that is off (null, false, 0, empty), or
 * a factor of 1, changes nothing.
 */
export function unknownSetting(settings: Readonly<Record<string, unknown>>, read: object): string | undefined {
  return Object.keys(settings).find((name) => {
    if (!COMPUTING.test(name) || HARMLESS.has(name) || Object.hasOwn(read, name)) return false;
    const value = settings[name];
    const isOff = value == null || value === false || value === 0 || value === 1;
    return !isOff && !(typeof value === 'object' && Object.keys(value).length === 0);
  });
}

/** Defaults for fields that a file leaves out. */
const DEFAULT_MAX_POSITIONS = { llama: 2048, qwen2: 32768, qwen3: 32768 };
const QWEN3_HEAD_DIM = 128;

/** Parses a `config.json`. @throws ModelFileError if a field is missing, wrong, or not supported by this engine */
export function parseModelConfig(json: unknown): ModelConfig {
  const refuse = (what: string): never => {
    throw new ModelFileError('unsupported', 'config.json', what);
  };
  // Check this first, because other architectures name other fields.
  const named = z.looseObject({ model_type: z.string() }).safeParse(json);
  if (named.success && !isFamily(named.data.model_type))
    refuse(`model_type "${named.data.model_type}" is not one this engine computes`);
  const parsed = hfConfig.safeParse(json);
  if (!parsed.success) {
    const problems = schemaProblems(parsed.error).map(({ place, cause }) => `${place}: ${cause}`);
    throw new ModelFileError(
      'malformed',
      'config.json',
      `not the configuration of a language model (${problems.join('; ')})`,
    );
  }
  const hf = parsed.data;
  const family = hf.model_type as Family;
  if (hf.hidden_act !== 'silu' && hf.hidden_act !== 'swish')
    refuse(`hidden_act "${hf.hidden_act}" is not supported, only "silu" is`);
  if (hf.quantization_config != null) refuse('the weights are quantised (quantization_config)');
  const unknown = unknownSetting(hf, hfConfig.shape);
  if (unknown !== undefined)
    refuse(
      `the setting ${unknown} = ${JSON.stringify(hf[unknown])} may change what the model computes, and is not supported`,
    );
  const maxPositions = hf.max_position_embeddings ?? DEFAULT_MAX_POSITIONS[family];
  const { theta, scaling } = readRotary(
    {
      parameters: hf.rope_scaling ?? hf.rope_parameters ?? {},
      theta: hf.rope_theta ?? 10000,
      maxPositions,
      originalPositions: hf.original_max_position_embeddings,
    },
    refuse,
  );
  if (hf.use_sliding_window || hf.layer_types?.some((type) => type !== 'full_attention'))
    refuse('sliding-window attention (use_sliding_window, layer_types) is not supported');
  if (hf.mlp_bias) refuse('feed-forward biases (mlp_bias) are not supported');
  // In Llama and Qwen3, `attention_bias` also adds a bias to the output projection, which the engine does not have.
  if (family !== 'qwen2' && hf.attention_bias) refuse('attention_bias is supported for Qwen2 alone');

  const heads = hf.num_attention_heads;
  const kvHeads = hf.num_key_value_heads ?? heads;
  if (heads % kvHeads !== 0)
    refuse(`${heads} query heads (num_attention_heads) cannot share ${kvHeads} key heads (num_key_value_heads)`);
  const givenHeadDim = hf.head_dim ?? (family === 'qwen3' ? QWEN3_HEAD_DIM : undefined);
  if (givenHeadDim === undefined && hf.hidden_size % heads !== 0)
    refuse(`hidden_size ${hf.hidden_size} is not a multiple of num_attention_heads ${heads}, and head_dim is missing`);
  const headDim = givenHeadDim ?? hf.hidden_size / heads;
  if (headDim % 2 !== 0) refuse(`head_dim ${headDim} is odd, but rotary embedding turns pairs of dimensions`);

  const eosIds = [hf.eos_token_id ?? []].flat().filter((id) => id !== null);
  for (const id of [hf.bos_token_id, hf.pad_token_id, ...eosIds])
    if (id != null && id >= hf.vocab_size) refuse(`special token id ${id} is outside vocab_size ${hf.vocab_size}`);

  return {
    family,
    vocabSize: hf.vocab_size,
    hiddenSize: hf.hidden_size,
    layers: hf.num_hidden_layers,
    heads,
    kvHeads,
    headDim,
    intermediateSize: hf.intermediate_size,
    ropeTheta: theta,
    ...(scaling && { ropeScaling: scaling }),
    rmsNormEps: hf.rms_norm_eps,
    tieWordEmbeddings: hf.tie_word_embeddings,
    qkvBias: family === 'qwen2',
    qkNorm: family === 'qwen3',
    maxPositions,
    ...(hf.bos_token_id != null && { bosId: hf.bos_token_id }),
    eosIds,
    ...(hf.pad_token_id != null && { padId: hf.pad_token_id }),
  };
}

/** Returns a `config.json` for transformers and transformers.js. `parseModelConfig` reads the same `config` from it. */
export function toHuggingFaceConfig(config: ModelConfig): Record<string, unknown> {
  return {
    architectures: [ARCHITECTURES[config.family]],
    model_type: config.family,
    vocab_size: config.vocabSize,
    hidden_size: config.hiddenSize,
    num_hidden_layers: config.layers,
    num_attention_heads: config.heads,
    num_key_value_heads: config.kvHeads,
    head_dim: config.headDim,
    intermediate_size: config.intermediateSize,
    max_position_embeddings: config.maxPositions,
    rms_norm_eps: config.rmsNormEps,
    rope_theta: config.ropeTheta,
    ...(config.ropeScaling && { rope_scaling: writtenRotary(config.ropeScaling) }),
    hidden_act: 'silu',
    tie_word_embeddings: config.tieWordEmbeddings,
    ...(config.family !== 'qwen2' && { attention_bias: false }),
    ...(config.family === 'llama' ? { mlp_bias: false } : { use_sliding_window: false }),
    bos_token_id: config.bosId ?? null,
    eos_token_id: config.eosIds.length > 1 ? config.eosIds : (config.eosIds[0] ?? null),
    pad_token_id: config.padId ?? null,
    torch_dtype: 'float32',
  };
}

/** The engine's parameters of a layer. Each holds one or more checkpoint tensors, transposed, side by side (weights.ts). */
export type LayerParameter =
  | 'attentionNorm'
  | 'qkv'
  | 'qkvBias'
  | 'qNorm'
  | 'kNorm'
  | 'attentionOut'
  | 'mlpNorm'
  | 'gateUp'
  | 'down';

export interface LayerTensor {
  /** Name without the layer's prefix, which `inLayer` adds. */
  name: string;
  /** Shape in the checkpoint, [out, in] for a matrix. */
  shape: readonly number[];
  parameter: LayerParameter;
  /** First column of the tensor in the parameter. */
  column: number;
}

export const inLayer = (layer: number, name: string): string => `model.layers.${layer}.${name}`;

/** Lists the tensors of every layer, in the order of a forward pass. */
export function layerTensors(config: ModelConfig): LayerTensor[] {
  const { hiddenSize: d, intermediateSize: ff, headDim, qkvBias, qkNorm } = config;
  const q = config.heads * headDim;
  const kv = config.kvHeads * headDim;
  const tensor = (name: string, shape: readonly number[], parameter: LayerParameter, column = 0) => ({
    name,
    shape,
    parameter,
    column,
  });
  const projection = (name: string, rows: number, column: number) => [
    tensor(`self_attn.${name}.weight`, [rows, d], 'qkv', column),
    ...(qkvBias ? [tensor(`self_attn.${name}.bias`, [rows], 'qkvBias', column)] : []),
  ];
  const headNorms = [
    tensor('self_attn.q_norm.weight', [headDim], 'qNorm'),
    tensor('self_attn.k_norm.weight', [headDim], 'kNorm'),
  ];
  return [
    tensor('input_layernorm.weight', [d], 'attentionNorm'),
    ...projection('q_proj', q, 0),
    ...projection('k_proj', kv, q),
    ...projection('v_proj', kv, q + kv),
    ...(qkNorm ? headNorms : []),
    tensor('self_attn.o_proj.weight', [d, q], 'attentionOut'),
    tensor('post_attention_layernorm.weight', [d], 'mlpNorm'),
    tensor('mlp.gate_proj.weight', [ff, d], 'gateUp'),
    tensor('mlp.up_proj.weight', [ff, d], 'gateUp', ff),
    tensor('mlp.down_proj.weight', [d, ff], 'down'),
  ];
}

/** Returns the shape of every parameter by Hugging Face name, in the order of a forward pass. Matrices are [out, in]. */
export function parameterShapes(config: ModelConfig): Map<string, number[]> {
  const { hiddenSize: d, vocabSize } = config;
  const shapes = new Map<string, number[]>([['model.embed_tokens.weight', [vocabSize, d]]]);
  for (let layer = 0; layer < config.layers; layer++)
    for (const { name, shape } of layerTensors(config)) shapes.set(inLayer(layer, name), [...shape]);
  shapes.set('model.norm.weight', [d]);
  if (!config.tieWordEmbeddings) shapes.set('lm_head.weight', [vocabSize, d]);
  return shapes;
}

/** Counts the weights. A tied head counts once. */
export function parameterCount(config: ModelConfig): number {
  return [...parameterShapes(config).values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
}
