/**
 * @file A GGUF file as a model folder: `config.json`, `tokenizer.json`, `tokenizer_config.json` with the chat template, and
 * the line of the licence are made of its metadata, and its tensors are the folder's weights. So whatever opens a folder opens
 * the file. The keys are those of https://github.com/ggml-org/ggml/blob/master/docs/gguf.md.
 */
import { z } from 'zod';
import { once } from '../../common/once.ts';
import { isFamily } from './config.ts';
import { type Gguf, metadataOf, openGguf } from './gguf.ts';
import { ggufTokenizer } from './gguf-tokenizer.ts';
import { ggufError } from './model-file-error.ts';
import { GGUF_FILE, type ModelFiles, type TensorEntry } from './model-files.ts';

const number = z.number();

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The keys below the architecture's name. A damaged number is found where the folder's config.json is checked. */
const architectureKeys = z.object({
  block_count: number,
  embedding_length: number,
  feed_forward_length: number,
  context_length: number,
  'attention.head_count': number,
  'attention.head_count_kv': number.optional(),
  'attention.key_length': number.optional(),
  'attention.layer_norm_rms_epsilon': number,
  'rope.dimension_count': number.optional(),
  'rope.freq_base': number.optional(),
  'rope.scaling.type': z.string().optional(),
  expert_count: number.optional(),
});
const tokenIds = z.object({
  'tokenizer.ggml.bos_token_id': number.optional(),
  'tokenizer.ggml.eos_token_id': number.optional(),
  'tokenizer.ggml.eot_token_id': number.optional(),
  'tokenizer.ggml.padding_token_id': number.optional(),
});

/** A folder with its GGUF file opened; any other folder as it is. */
export async function withGguf(source: ModelFiles): Promise<ModelFiles> {
  if ((await source.size('config.json')) !== undefined) return source;
  const gguf = await openGguf(source);
  if (!gguf) return source;
  const { 'general.architecture': family } = metadataOf(
    gguf.metadata,
    z.object({ 'general.architecture': z.string() }),
  );
  if (!isFamily(family)) throw ggufError('unsupported', `architecture "${family}" is not one this engine computes`);
  if (gguf.entries.has('rope_freqs.weight'))
    throw ggufError('unsupported', 'rope scaling (the tensor rope_freqs.weight) is not supported');
  const { headDim, ...config } = configOf(family, gguf);
  const { 'general.license': license } = gguf.metadata;
  /** Made when first asked for: who computes on ids needs no tokenizer. */
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
      entries: family === 'llama' ? withPairs(gguf.entries, headDim) : gguf.entries,
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
  const keys = metadataOf(Object.fromEntries(own), architectureKeys);
  if (keys.expert_count)
    throw ggufError('unsupported', `a mixture of experts (${keys.expert_count} of them, as Mixtral) is not supported`);
  const ids = metadataOf(metadata, tokenIds);
  const headDim = keys['attention.key_length'] ?? keys.embedding_length / keys['attention.head_count'];
  const rotated = keys['rope.dimension_count'] ?? headDim;
  if (rotated !== headDim)
    throw ggufError('unsupported', `rotary embedding of ${rotated} of ${headDim} dimensions is not supported`);
  const scaling = keys['rope.scaling.type'] ?? 'none';
  const ends = [ids['tokenizer.ggml.eos_token_id'], ids['tokenizer.ggml.eot_token_id']];
  return {
    headDim,
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
    rope_theta: keys['rope.freq_base'],
    rope_scaling: scaling === 'none' ? null : { rope_type: scaling },
    tie_word_embeddings: !entries.has('lm_head.weight'),
    bos_token_id: ids['tokenizer.ggml.bos_token_id'],
    eos_token_id: [...new Set(ends.filter((id) => id !== undefined))],
    pad_token_id: ids['tokenizer.ggml.padding_token_id'],
  };
}

/** In GGUF, Llama's queries and keys lie as ggml rotates them: neighbouring rows are a pair. */
const withPairs = (entries: Gguf['entries'], headDim: number): Map<string, TensorEntry> =>
  new Map(
    [...entries].map(([name, entry]) => [
      name,
      /\.self_attn\.[qk]_proj\.weight$/.test(name) ? { ...entry, pairedRows: headDim } : entry,
    ]),
  );
