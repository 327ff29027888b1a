/**
 * @file Opens a GGUF file by its header: metadata, and the tensors under their Hugging Face names
 * (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md). `@huggingface/gguf` reads the header, and is loaded when
 * the first GGUF file is opened (gguf-header.ts).
 *
 * The library does not check that the types can be read and that all tensors are in the file, so this module does.
 */
import type { z } from 'zod';
import { inLayer } from './config.ts';
import { ggufError, type ModelFileError } from './model-file-error.ts';
import { GGUF_FILE, type ModelFiles, type TensorEntry } from './model-files.ts';
import { checkedFile } from './read-json.ts';
import { isWeightDtype, WEIGHT_BLOCKS } from './weight-dtypes.ts';

export interface Gguf {
  bytes: number;
  metadata: Readonly<Record<string, unknown>>;
  entries: ReadonlyMap<string, TensorEntry>;
}

const TENSOR_NAMES: Readonly<Record<string, string>> = {
  token_embd: 'model.embed_tokens',
  output_norm: 'model.norm',
  output: 'lm_head',
};
const LAYER_TENSOR_NAMES: Readonly<Record<string, string>> = {
  attn_norm: 'input_layernorm',
  attn_q: 'self_attn.q_proj',
  attn_k: 'self_attn.k_proj',
  attn_v: 'self_attn.v_proj',
  attn_q_norm: 'self_attn.q_norm',
  attn_k_norm: 'self_attn.k_norm',
  attn_output: 'self_attn.o_proj',
  ffn_norm: 'post_attention_layernorm',
  ffn_gate: 'mlp.gate_proj',
  ffn_up: 'mlp.up_proj',
  ffn_down: 'mlp.down_proj',
};

/** Returns the Hugging Face name of a tensor, or the given name if it is unknown. */
function tensorName(name: string): string {
  const [, layer, part, kind] = /^(?:blk\.(\d+)\.)?(\w+)\.(weight|bias)$/.exec(name) ?? [];
  const known = layer === undefined ? TENSOR_NAMES : LAYER_TENSOR_NAMES;
  if (part === undefined || !Object.hasOwn(known, part)) return name;
  return layer === undefined ? `${known[part]}.${kind}` : inLayer(Number(layer), `${known[part]}.${kind}`);
}

/** Parses metadata with a schema. @throws ModelFileError if the metadata do not match */
export const metadataOf = <Schema extends z.ZodType>(metadata: Gguf['metadata'], schema: Schema): z.infer<Schema> =>
  checkedFile(schema, metadata, GGUF_FILE, 'its metadata are not those of a language model');

/** Opens a folder's GGUF file by its header. Returns undefined if the folder has no GGUF file. */
export async function openGguf(source: ModelFiles): Promise<Gguf | undefined> {
  const bytes = await source.size(GGUF_FILE);
  if (bytes === undefined) return undefined;
  const { readGgufHeader } = await import('./gguf-header.ts');
  const header = await readGgufHeader(source, bytes);
  const { metadata, tensorInfos, littleEndian } = header;
  if (!littleEndian) throw ggufError('unsupported', 'it is big-endian, only little-endian files can be read');
  const dataStart = Number(header.tensorDataOffset);
  if (header.tensorInfoByteRange[1] > bytes) throw cutOff('its header');
  const entries = new Map<string, TensorEntry>();
  for (const { name, shape, dtype, offset } of tensorInfos) {
    if (!isWeightDtype(dtype))
      throw ggufError(
        'unsupported',
        `tensor "${name}" has type ${dtype}; only ${Object.keys(WEIGHT_BLOCKS).join(', ')} can be read`,
      );
    const block = WEIGHT_BLOCKS[dtype];
    const sizes = shape.map(Number);
    if (sizes.length === 0 || sizes[0] % block.values !== 0)
      throw ggufError(
        'malformed',
        `tensor "${name}" of shape [${sizes}] has rows that are no whole blocks of ${dtype}`,
      );
    const begin = dataStart + Number(offset);
    const end = begin + (sizes.reduce((product, size) => product * size, 1) / block.values) * block.bytes;
    if (end > bytes) throw cutOff(`tensor "${name}" ends at byte ${end}, but the file has only ${bytes}: it`);
    entries.set(tensorName(name), { dtype, shape: sizes.reverse(), begin, end });
  }
  // The library returns 64-bit integers as BigInt.
  const plain = Object.entries(metadata).map(([key, value]) => [
    key,
    typeof value === 'bigint' ? Number(value) : value,
  ]);
  return { bytes, metadata: Object.fromEntries(plain), entries };
}

const cutOff = (what: string): ModelFileError => ggufError('malformed', `${what} is cut off`);
