/**
 * @file Exports a model as a folder in Hugging Face's layout, or its adapter in the layout of PEFT
 * (https://huggingface.co/docs/peft/developer_guides/checkpoint). The folder also gets a list of file hashes and a
 * model card. Weights are written tensor by tensor, so a model need not fit into memory.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { CodedError } from '../../common/coded-error.ts';
import { TEMPLATE_FILE } from '../../lm/files/chat-template.ts';
import { LIST_FILE, writtenList } from '../../lm/files/checked-folder.ts';
import { type ModelConfig, parameterCount, parameterShapes, toHuggingFaceConfig } from '../../lm/files/config.ts';
import type { ModelFiles } from '../../lm/files/model-files.ts';
import { checkedFile, readJson } from '../../lm/files/read-json.ts';
import { storedBytes, writeHeader, type WrittenDtype } from '../../lm/files/safetensors.ts';
import {
  type CardFacts,
  type Chunks,
  type ExportedModel,
  type ExportRequest,
  textChunks,
  type WriteFile,
  type WrittenFile,
} from './exported-model.ts';

const DTYPES = { f32: 'F32', f16: 'F16' } as const;
const FOLDERS = { safetensors: safetensorsFolder, peft: adapterFolder };

/**
 * Exports a model. After an error, some files may already be written.
 * @param cardOf returns the text of the model card
 * @param onProgress receives the number of bytes written so far
 * @throws CodedError, and errors of reading and writing
 */
export async function exportModel(
  model: ExportedModel,
  request: ExportRequest,
  write: WriteFile,
  cardOf: (facts: CardFacts) => string,
  { onProgress, signal }: { onProgress?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<WrittenFile[]> {
  const written: WrittenFile[] = [];
  let total = 0;
  const add = async (path: string, chunks: Chunks) => {
    const hash = sha256.create();
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        hash.update(chunk);
        bytes += chunk.length;
        onProgress?.((total += chunk.length));
        yield chunk;
      }
    };
    await write(path, counted());
    written.push({ path, bytes, sha256: bytesToHex(hash.digest()) });
  };
  for (const [path, chunks] of await FOLDERS[request.format](model, DTYPES[request.precision])) await add(path, chunks);
  // Write the card after the list of hashes, so that a user may edit the card.
  const marks = written.map(({ path, bytes: size, sha256: hash }) => [path, { size, sha256: hash }] as const);
  await add(LIST_FILE, textChunks(writtenList(Object.fromEntries(marks))));
  await add('README.md', textChunks(cardOf(await cardFacts(model, request, written))));
  return written;
}

/** Paths in the exported folder, with the bytes of each file. */
type FolderFiles = [path: string, chunks: Chunks][];

async function cardFacts(model: ExportedModel, request: ExportRequest, files: readonly WrittenFile[]) {
  const { name, config, base, baseName, baseHash, adapter, origin } = model;
  return {
    name,
    family: config.family,
    parameters: parameterCount(config),
    contextLength: config.maxPositions,
    base: { name: baseName, weightsHash: baseHash, license: await licenseOf(base) },
    origin,
    ...request,
    adapter: adapter?.lora ?? null,
    files: [...files],
  };
}

/** Files of the initial model that are copied unchanged. A model may lack some. */
const COPIED = [
  'tokenizer.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'vocab.json',
  'merges.txt',
  'tokenizer.model',
  TEMPLATE_FILE,
];
const CONFIG = 'config.json';
const GENERATION = 'generation_config.json';
const TOKENIZER_CONFIG = 'tokenizer_config.json';

type Json = Record<string, unknown>;

const jsonFile = (path: string, json: Json): FolderFiles[number] => [
  path,
  textChunks(`${JSON.stringify(json, null, 2)}\n`),
];

const jsonObject = z.record(z.string(), z.unknown()).optional();

/** Reads a JSON file. Returns undefined if it is missing. @throws ModelFileError if it is not a JSON object */
const readObject = async (folder: ModelFiles, file: string): Promise<Json | undefined> =>
  checkedFile(jsonObject, await readJson(folder, file, true), file);

/**
 * Returns configuration and tokenizer files.
 * @param changes fields to replace in config.json
 */
async function folderFiles(base: ModelFiles, config: ModelConfig, changes: Json): Promise<FolderFiles> {
  const own = toHuggingFaceConfig(config);
  const stored = await readObject(base, CONFIG);
  const generation = await readObject(base, GENERATION);
  const { bos_token_id, eos_token_id, pad_token_id } = own;
  return [
    jsonFile(CONFIG, { ...(stored ?? own), ...changes }),
    jsonFile(GENERATION, generation ?? { bos_token_id, eos_token_id, pad_token_id }),
    ...(await tokenizerFiles(base)),
  ];
}

/** Returns the tokenizer files. `tokenizer_config.json` has the chat template too, for older loaders. */
async function tokenizerFiles(base: ModelFiles): Promise<FolderFiles> {
  const files: FolderFiles = [];
  for (const name of COPIED) {
    const bytes = await base.read(name);
    if (bytes) files.push([name, [bytes]]);
  }
  const config = (await readObject(base, TOKENIZER_CONFIG)) ?? {};
  const template = await base.read(TEMPLATE_FILE);
  files.push(
    jsonFile(TOKENIZER_CONFIG, {
      ...config,
      ...(template && { chat_template: new TextDecoder('utf-8', { fatal: true }).decode(template) }),
    }),
  );
  return files;
}

/** Returns the licence that the front matter of the model's README.md states, or undefined. */
async function licenseOf(base: ModelFiles): Promise<string | undefined> {
  const card = await base.read('README.md');
  if (!card) return undefined;
  const [, frontMatter = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(new TextDecoder().decode(card)) ?? [];
  return /^license:[ \t]*["']?([\w.+-]+)/m.exec(frontMatter)?.[1];
}

/** Tensor whose values are read just before they are written. */
interface StreamedTensor {
  shape: readonly number[];
  read(): Promise<Float32Array>;
}

/** Yields the bytes of a safetensors file. @throws CodedError `beyond-f16` if a weight is too large for f16 */
async function* safetensorsChunks(tensors: ReadonlyMap<string, StreamedTensor>, dtype: WrittenDtype) {
  const shapes = new Map([...tensors].map(([name, { shape }]) => [name, shape]));
  yield writeHeader(shapes, {}, dtype).header;
  for (const [name, { read }] of tensors) yield storedBytes(name, await read(), dtype);
}

export async function safetensorsFolder(
  { base, config, weights }: ExportedModel,
  dtype: WrittenDtype,
): Promise<FolderFiles> {
  const tensors = new Map(
    [...parameterShapes(config)].map(([name, shape]) => [name, { shape, read: () => weights.read(name) }]),
  );
  return [
    ['model.safetensors', safetensorsChunks(tensors, dtype)],
    ...(await folderFiles(base, config, { torch_dtype: dtype === 'F16' ? 'float16' : 'float32' })),
  ];
}

/** Returns the files of an adapter in PEFT's layout. @throws CodedError `no-lora-adapter` if the model has none */
async function adapterFolder(
  { name, base, baseName, adapter }: ExportedModel,
  dtype: WrittenDtype,
): Promise<FolderFiles> {
  if (!adapter) throw new CodedError('no-lora-adapter', { model: name });
  const { rank, alpha, targets } = adapter.lora;
  const config = {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: baseName.replace(/^hf:/, ''),
    r: rank,
    lora_alpha: alpha,
    lora_dropout: 0,
    target_modules: targets,
    bias: 'none',
    fan_in_fan_out: false,
    use_rslora: false,
    use_dora: false,
    modules_to_save: null,
    inference_mode: true,
  };
  const streamed = new Map(
    [...adapter.weights].map(([tensor, { shape, data }]) => [tensor, { shape, read: async () => data }]),
  );
  return [
    ['adapter_model.safetensors', safetensorsChunks(streamed, dtype)],
    jsonFile('adapter_config.json', config),
    ...(await tokenizerFiles(base)),
  ];
}
