/**
 * @file Reads the weights of a model folder front to back in pieces of a few MB. The weights are in one file (safetensors,
 * or GGUF as gguf-folder.ts opens it) or in shards.
 *
 * Shards follow transformers' `save_pretrained`: `model.safetensors.index.json` names the shard of every tensor
 * (https://huggingface.co/docs/transformers/big_models). `openCheckpoint` checks everything that needs no tensor bytes.
 * Reading then checks that all bytes arrive and that the weights are finite.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { concatenate } from '../../common/byte-source.ts';
import { recordOf } from '../../common/record-schema.ts';
import { parameterShapes, type ModelConfig } from './config.ts';
import { allFinite } from '../finite-weights.ts';
import { ModelFileError } from './model-file-error.ts';
import type { ModelFiles, TensorEntry, WeightsFile } from './model-files.ts';
import { checkedFile, readJson } from './read-json.ts';
import { headerEnd, inFileOrder, LENGTH_BYTES, malformedFile, parseHeader } from './safetensors-header.ts';
import { weightDtype } from './safetensors.ts';
import { checkParameters, isDerived, notFiniteParameter } from './take-parameters.ts';
import { toFloat32 } from './weight-dtypes.ts';
import { rowsInPairs, type WeightBlock, type WeightSource } from './weight-source.ts';

export const WEIGHTS_FILE = 'model.safetensors';
const INDEX_FILE = `${WEIGHTS_FILE}.index.json`;
/** Largest number of weights in a block (8 MB as f32), and of bytes skipped at once. */
const BLOCK_WEIGHTS = 2 ** 21;
/** Smallest number of bytes to read at once, because a read may be a request to a server. */
const READ_BYTES = 8 * 2 ** 20;

/** Weights in files. Parameters can also be read one at a time, in any order. */
export interface Checkpoint extends WeightSource {
  /** Reads a parameter by its Hugging Face name, row-major, f32. @throws ModelFileError if it is cut off or not finite */
  read(name: string): Promise<Float32Array<ArrayBuffer>>;
}

/**
 * Opens the weights of a model folder. The weights' hash is the hexadecimal SHA-256 of `model.safetensors` or of the GGUF
 * file, as `sha256sum` prints it. For shards it is the SHA-256 of the shards' hashes, one per line, in the index's order:
 * `sha256sum model-*-of-*.safetensors | cut -c-64 | sha256sum`.
 *
 * @throws ModelFileError if a file is missing or malformed, or the tensors do not match `config`
 */
export async function openCheckpoint(source: ModelFiles, config: ModelConfig): Promise<Checkpoint> {
  const single = source.weights ?? (await openShard(source, WEIGHTS_FILE));
  if (single) {
    const [named] = namedAlike([single], config);
    checkParameters(named.entries, config, named.file);
    return weightSource(source, config, [named], ([hash]) => hash);
  }
  const index = await readIndex(source);
  const shards: WeightsFile[] = [];
  for (const file of new Set(index.values())) {
    const shard = await openShard(source, file);
    if (!shard) throw new ModelFileError('missing', file, `missing, though ${INDEX_FILE} names it`);
    shards.push(shard);
  }
  checkIndex(index, shards, config);
  const named = namedAlike(shards, config);
  checkParameters(new Map(named.flatMap(({ entries }) => [...entries])), config, INDEX_FILE);
  return weightSource(source, config, named, (hashes) => {
    const lines = hashes.map((hash) => `${hash}\n`).join('');
    return bytesToHex(sha256(utf8ToBytes(lines)));
  });
}

const [EMBEDDING, NORM, HEAD] = ['model.embed_tokens.weight', 'model.norm.weight', 'lm_head.weight'];

/**
 * Renames tensors as this engine expects, and removes a wrapper's prefix (`_orig_mod.`, `module.`, `base_model.model.`).
 * Tied weights get the embedding's name if only the head's name is there.
 */
function namedAlike(shards: readonly WeightsFile[], config: ModelConfig): WeightsFile[] {
  const all = shards.flatMap(({ entries }) => [...entries.keys()]);
  const prefix = all.find((name) => name.endsWith(`.${NORM}`))?.slice(0, -NORM.length) ?? '';
  const isTiedToHead = config.tieWordEmbeddings && !all.includes(prefix + EMBEDDING);
  const nameOf = (name: string) => {
    const own = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    return isTiedToHead && own === HEAD ? EMBEDDING : own;
  };
  return shards.map((shard) => ({
    ...shard,
    entries: new Map([...shard.entries].map(([name, entry]) => [nameOf(name), entry])),
  }));
}

/** Opens a safetensors file by its header alone. Returns undefined if the folder has no such file. */
async function openShard(source: ModelFiles, file: string): Promise<WeightsFile | undefined> {
  const bytes = await source.size(file);
  if (bytes === undefined) return undefined;
  const readBytes = async (begin: number, end: number) => {
    const part = await source.read(file, { begin, end: Math.min(end, bytes) });
    return part ?? new Uint8Array();
  };
  const dataStart = headerEnd(await readBytes(0, LENGTH_BYTES), bytes, file);
  const json = await readBytes(LENGTH_BYTES, dataStart);
  if (json.byteLength !== dataStart - LENGTH_BYTES) throw malformedFile(file, 'its header is cut off');
  return { file, bytes, entries: parseHeader(json, bytes, file).entries };
}

/** Schema of a plain file name, because an index must not reach outside its folder. */
const shardName = z.string().regex(/^[\w][\w.-]*\.safetensors$/, 'not the name of a safetensors file');
const indexSchema = z.object({ weight_map: recordOf(shardName) });

/** Returns the shard of each tensor, by the tensor's name. @throws ModelFileError if there is no valid index */
async function readIndex(source: ModelFiles): Promise<Map<string, string>> {
  const json = await readJson(source, INDEX_FILE, true);
  if (json === undefined) {
    const isPickled = (await source.size('pytorch_model.bin')) ?? (await source.size('pytorch_model.bin.index.json'));
    const convert =
      'missing, only PyTorch’s own format is there; convert it: python -c "from transformers import AutoModelForCausalLM as M; ' +
      "M.from_pretrained('FOLDER').save_pretrained('FOLDER')\"";
    throw new ModelFileError('missing', WEIGHTS_FILE, isPickled === undefined ? 'missing' : convert);
  }
  const { weight_map } = checkedFile(indexSchema, json, INDEX_FILE, 'not the index of a sharded checkpoint');
  return new Map(Object.entries(weight_map));
}

/** Checks that each tensor is in the shard that the index names, and in no other. @throws ModelFileError */
function checkIndex(index: ReadonlyMap<string, string>, shards: readonly WeightsFile[], config: ModelConfig): void {
  const found = new Set<string>();
  for (const { file, entries } of shards)
    for (const name of entries.keys()) {
      if (index.get(name) !== file)
        throw new ModelFileError('mismatch', file, `it holds ${name}, which ${INDEX_FILE} does not say`);
      found.add(name);
    }
  for (const [name, file] of index)
    // An index may list both names of tied weights, although a shard holds only one.
    if (!found.has(name) && !isDerived(name, config) && !(config.tieWordEmbeddings && name === EMBEDDING))
      throw new ModelFileError('mismatch', file, `it lacks ${name}, which ${INDEX_FILE} says it holds`);
}

function weightSource(
  source: ModelFiles,
  config: ModelConfig,
  shards: readonly WeightsFile[],
  combine: (hashes: string[]) => string,
): Checkpoint {
  const total = shards.reduce((sum, { bytes }) => sum + bytes, 0);
  const parameters = parameterShapes(config);
  const dtypes = new Set(shards.flatMap(({ entries }) => [...entries.values()].map(({ dtype }) => dtype)));
  return {
    bytes: total,
    dtypes: [...dtypes].sort(),
    async stream(sink) {
      const hashes: string[] = [];
      for (const shard of shards) hashes.push(await streamShard(source, shard, parameters, sink));
      return combine(hashes);
    },
    read: (name) => readParameter(source, shards, name),
  };
}

async function readParameter(
  source: ModelFiles,
  shards: readonly WeightsFile[],
  name: string,
): Promise<Float32Array<ArrayBuffer>> {
  const shard = shards.find(({ entries }) => entries.has(name));
  if (!shard) throw new RangeError(`The model has no parameter ${name}.`);
  const { file, entries } = shard;
  const entry = entries.get(name)!;
  const { begin, end } = entry;
  const bytes = await source.read(file, { begin, end });
  if (bytes?.byteLength !== end - begin) throw malformedFile(file, `it is cut off in tensor "${name}"`);
  return weightsOf(name, entry, bytes, file);
}

/** Reads a file once from its beginning to its end. @returns the file's SHA-256 */
async function streamShard(
  source: ModelFiles,
  { file, bytes, entries }: WeightsFile,
  parameters: ReadonlyMap<string, unknown>,
  sink: (block: WeightBlock) => void | Promise<void>,
): Promise<string> {
  // A folder that knows the hash compares the bytes itself, so they are not hashed twice.
  const known = await source.sha256?.(file);
  const hash = known === undefined ? sha256.create() : undefined;
  let position = 0;
  /** Bytes that were read but not yet taken. */
  let rest = new Uint8Array();
  const take = async (count: number) => {
    if (rest.length < count) {
      const begin = position + rest.length;
      const end = Math.min(bytes, begin + Math.max(READ_BYTES, count - rest.length));
      const more = (await source.read(file, { begin, end })) ?? new Uint8Array();
      if (more.length < end - begin)
        throw malformedFile(
          file,
          `it is cut off: byte ${begin + more.length} is missing, but its size was ${bytes} bytes`,
        );
      rest = rest.length ? concatenate([rest, more]) : more;
    }
    const part = rest.subarray(0, count);
    rest = rest.subarray(count);
    hash?.update(part);
    position += count;
    return part;
  };
  const passTo = async (end: number) => {
    while (position < end) await take(Math.min(BLOCK_WEIGHTS, end - position));
  };
  for (const [name, entry] of inFileOrder(entries)) {
    // Skip a header, or padding before the tensor.
    await passTo(entry.begin);
    // A tensor that the model does not need is still part of the file's hash.
    if (!parameters.has(name)) await passTo(entry.end);
    else
      for (const { row, byteLength } of blocksOf(entry))
        await sink({ name, row, data: weightsOf(name, entry, await take(byteLength), file) });
  }
  await passTo(bytes);
  return known ?? bytesToHex(hash!.digest());
}

/** Divides a tensor into blocks of about BLOCK_WEIGHTS weights: whole rows, or whole heads if rows are paired. */
function* blocksOf({ shape, begin, end, pairedRows = 1 }: TensorEntry): Generator<{ row: number; byteLength: number }> {
  const [rows = 1, width = 1] = shape;
  const rowBytes = (end - begin) / rows;
  const rowsPerBlock = rowsInPairs(BLOCK_WEIGHTS / width / pairedRows) * pairedRows;
  for (let row = 0; row < rows && rowBytes > 0; row += rowsPerBlock)
    yield { row, byteLength: Math.min(rowsPerBlock, rows - row) * rowBytes };
}

/** Converts whole rows to weights. @throws ModelFileError if a weight is not finite */
function weightsOf(
  name: string,
  { dtype, shape, pairedRows }: TensorEntry,
  bytes: Uint8Array,
  file: string,
): Float32Array<ArrayBuffer> {
  const data = toFloat32(weightDtype(dtype, name, file), bytes);
  if (!allFinite(data)) throw notFiniteParameter(name, file);
  return pairedRows === undefined ? data : withoutPairs(data, shape[1], pairedRows);
}

/** Undoes the pairing of a head's rows. In the file, rows 2i and 2i + 1 are row i of the first and second half. */
function withoutPairs(data: Float32Array<ArrayBuffer>, width: number, headRows: number): Float32Array<ArrayBuffer> {
  const ordered = new Float32Array(data.length);
  for (let row = 0; row < data.length / width; row++) {
    const inHead = row % headRows;
    const target = row - inHead + (inHead >> 1) + (inHead % 2) * (headRows / 2);
    ordered.set(data.subarray(row * width, (row + 1) * width), target * width);
  }
  return ordered;
}
