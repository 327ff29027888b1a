/**
 * @file Presents a GGUF file as a model folder, so that code for model folders also opens the file. The file's
 * metadata become `config.json`, `tokenizer.json`, `tokenizer_config.json` with the chat template, and a `README.md`
 * with the licence. The file's tensors are the folder's weights.
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md lists the keys.
 */
import { z } from 'zod';
import { once } from '../../common/once.ts';
import { isFamily, unknownSetting } from './config.ts';
import { type Gguf, metadataOf, openGguf } from './gguf.ts';
import { ggufTokenizer } from './gguf-tokenizer.ts';
import { ggufError } from './model-file-error.ts';
import { GGUF_FILE, type ModelFiles, type TensorEntry } from './model-files.ts';
import { rotaryFrequencies, type RotaryScaling, writtenRotary } from './rotary-config.ts';
import { toFloat32 } from './weight-dtypes.ts';

const number = z.number();
/** Name of the tensor that holds a divisor for each rotary frequency. */
const DIVISORS = 'rope_freqs.weight';
const DEFAULT_THETA = 10_000;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Schema of the keys after the architecture's name. A wrong number is found when config.json is parsed. */
const architectureKeys = z.object({
  block_count: number,
  embedding_length: number,
  feed_forward_length: number,
  context_length: number,
  'attention.head_count': number,
  'attention.head_count_kv': number.optional(),
  'attention.key_length': number.optional(),
  'attention.value_length': number.optional(),
  'attention.layer_norm_rms_epsilon': number,
  'rope.dimension_count': number.optional(),
  'rope.freq_base': number.optional(),
  'rope.scaling.type': z.string().optional(),
  'rope.scaling.factor': number.optional(),
  'rope.scaling.original_context_length': number.optional(),
  'rope.scaling.finetuned': z.unknown().optional(),
  'rope.scaling.yarn_beta_fast': number.optional(),
  'rope.scaling.yarn_beta_slow': number.optional(),
  expert_count: number.optional(),
});
const tokenIds = z.object({
  'tokenizer.ggml.bos_token_id': number.optional(),
  'tokenizer.ggml.eos_token_id': number.optional(),
  'tokenizer.ggml.eot_token_id': number.optional(),
  'tokenizer.ggml.padding_token_id': number.optional(),
});

/** Presents the GGUF file of a folder without config.json as a model folder. Returns any other folder unchanged. */
export async function withGguf(source: ModelFiles): Promise<ModelFiles> {
  if ((await source.size('config.json')) !== undefined) return source;
  const gguf = await openGguf(source);
  if (!gguf) return source;
  const { 'general.architecture': family } = metadataOf(
    gguf.metadata,
    z.object({ 'general.architecture': z.string() }),
  );
  if (!isFamily(family)) throw ggufError('unsupported', `architecture "${family}" is not one this engine computes`);
  const config = configOf(family, gguf);
  const entries = new Map(gguf.entries);
  const divisors = entries.get(DIVISORS);
  if (divisors) {
    entries.delete(DIVISORS);
    config.rope_scaling = await llama3Scaling(source, divisors, config);
  }
  const { 'general.license': license } = gguf.metadata;
  /** Makes the tokenizer on first use, because code that computes on ids does not need it. */
  const tokenizer = once(() => ggufTokenizer(gguf.metadata));
  const texts = new Map([
    ['config.json', once(() => bytesOf(JSON.stringify(config)))],
    ['tokenizer.json', once(() => bytesOf(JSON.stringify(tokenizer().tokenizer)))],
    ['tokenizer_config.json', once(() => bytesOf(JSON.stringify(tokenizer().config)))],
  ]);
  if (typeof license === 'string') texts.set('README.md', () => bytesOf(`---\nlicense: ${license}\n---\n`));
  const made = (file: string) => texts.get(file)?.();
  return {
    ...source,
    size: async (file) => (await source.size(file)) ?? made(file)?.length,
    read: async (file, range) => (await source.read(file, range)) ?? made(file)?.subarray(range?.begin, range?.end),
    weights: {
      file: GGUF_FILE,
      bytes: gguf.bytes,
      entries: family === 'llama' ? withPairs(entries, config.head_dim) : entries,
    },
  };
}

function configOf(family: string, { metadata, entries }: Gguf) {
  const prefix = `${family}.`;
  const own = Object.entries(metadata).flatMap(([key, value]) =>
    key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
  );
  const parts = metadata['split.count'];
  if (Number(parts ?? 0) > 1)
    throw ggufError(
      'unsupported',
      `it is one of ${String(parts)} parts of a split GGUF file; join them with llama-gguf-split --merge, and open the result`,
    );
  const settings = Object.fromEntries(own);
  const keys = metadataOf(settings, architectureKeys);
  if (keys.expert_count)
    throw ggufError('unsupported', `a mixture of experts (${keys.expert_count} of them, as Mixtral) is not supported`);
  const ids = metadataOf(metadata, tokenIds);
  const headDim = keys['attention.key_length'] ?? keys.embedding_length / keys['attention.head_count'];
  const rotated = keys['rope.dimension_count'] ?? headDim;
  if (rotated !== headDim)
    throw ggufError('unsupported', `rotary embedding of ${rotated} of ${headDim} dimensions is not supported`);
  const unknown = unknownSetting(settings, architectureKeys.shape);
  if (unknown !== undefined)
    throw ggufError(
      'unsupported',
      `the setting ${prefix}${unknown} = ${JSON.stringify(settings[unknown])} may change what the model computes, and is not supported`,
    );
  const ends = [ids['tokenizer.ggml.eos_token_id'], ids['tokenizer.ggml.eot_token_id']];
  return {
    model_type: family,
    vocab_size: entries.get('model.embed_tokens.weight')?.shape[0],
    hidden_size: keys.embedding_length,
    num_hidden_layers: keys.block_count,
    num_attention_heads: keys['attention.head_count'],
    num_key_value_heads: keys['attention.head_count_kv'],
    head_dim: headDim,
    intermediate_size: keys.feed_forward_length,
    max_position_embeddings: keys.context_length,
    rms_norm_eps: keys['attention.layer_norm_rms_epsilon'],
    rope_theta: keys['rope.freq_base'] ?? DEFAULT_THETA,
    rope_scaling: ropeScaling(keys),
    tie_word_embeddings: !entries.has('lm_head.weight'),
    bos_token_id: ids['tokenizer.ggml.bos_token_id'],
    eos_token_id: [...new Set(ends.filter((id) => id !== undefined))],
    pad_token_id: ids['tokenizer.ggml.padding_token_id'],
  };
}

/** Returns the `rope_scaling` of config.json; null if the frequencies are not scaled. */
function ropeScaling(keys: z.infer<typeof architectureKeys>): Record<string, unknown> | null {
  // llama.cpp reads a file that names no type as linear.
  const { 'rope.scaling.type': type = 'linear', 'rope.scaling.factor': factor = 1 } = keys;
  if (type === 'none' || (type === 'linear' && factor === 1)) return null;
  if (type !== 'yarn')
    throw ggufError(
      'unsupported',
      `rope scaling "${type}" by ${factor} (rope.scaling.type) is not supported, only yarn and Llama 3's are`,
    );
  return {
    rope_type: type,
    factor,
    original_max_position_embeddings: keys['rope.scaling.original_context_length'],
    beta_fast: keys['rope.scaling.yarn_beta_fast'],
    beta_slow: keys['rope.scaling.yarn_beta_slow'],
  };
}

/**
 * Reads Llama 3's scaling. GGUF keeps the divisor of each rotary frequency, but not the scaling's four numbers. Three
 * numbers are equal in all published models. The fourth number, the factor, is the largest divisor.
 */
async function llama3Scaling(
  source: ModelFiles,
  entry: TensorEntry,
  { head_dim: headDim, rope_theta: ropeTheta, rope_scaling: other }: ReturnType<typeof configOf>,
): Promise<Record<string, unknown>> {
  const refuse = (what: string) => ggufError('unsupported', `the tensor ${DIVISORS} ${what}, which is not supported`);
  if (other) throw refuse('scales rotary frequencies beside rope.scaling.type');
  if (entry.dtype !== 'F32' || entry.shape.join() !== `${headDim / 2}`) throw refuse('is not a divisor for each pair');
  const divisors = toFloat32('F32', (await source.read(GGUF_FILE, entry))!);
  const ropeScaling: RotaryScaling = {
    type: 'llama3',
    factor: Math.max(...divisors),
    ...{ lowFrequency: 1, highFrequency: 4, originalPositions: 8192 },
  };
  const plain = rotaryFrequencies({ headDim, ropeTheta }).frequencies;
  const { frequencies } = rotaryFrequencies({ headDim, ropeTheta, ropeScaling });
  // The tolerance is about a hundred times the rounding error of f32.
  if (!frequencies.every((frequency, i) => Math.abs((frequency * divisors[i]) / plain[i] - 1) < 1e-5))
    throw refuse('divides rotary frequencies in another way than Llama 3');
  return writtenRotary(ropeScaling);
}

/** Marks Llama's query and key matrices, in which GGUF puts the rows of a rotary pair side by side. */
const withPairs = (entries: Gguf['entries'], headDim: number): Map<string, TensorEntry> =>
  new Map(
    [...entries].map(([name, entry]) => [
      name,
      /\.self_attn\.[qk]_proj\.weight$/.test(name) ? { ...entry, pairedRows: headDim } : entry,
    ]),
  );
