/**
 * @file Describes models that this browser stores: the files that a model needs, the record of a stored folder, and
 * errors. Not all files are needed, because a folder or repository may hold other files, or the same weights in several
 * formats.
 *
 * `download.json` is written before the first file, `model.json` after the last file is checked. A model counts as
 * stored only with `model.json`, so an interrupted copy is never mistaken for a complete one.
 *
 * Folders that the user picks are opened here too, as the source of a copy.
 */
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import type { PickedFile } from '../../common/byte-source.ts';
import { CodedError } from '../../common/coded-error.ts';
import { ownValue, parseJsonAs } from '../../common/plain-json.ts';
import { listedFolder, readList } from '../../lm/files/checked-folder.ts';
import { fileFolder, GGUF_FILE, type ModelFiles } from '../../lm/files/model-files.ts';

const name = z.string().trim().min(1);
const card = z.looseObject({
  license: z.union([name, z.array(name).nonempty()]).nullish(),
  /** Name of the licence if `license` is "other". */
  license_name: name.nullish(),
});

/** Returns the licence that a model card names; null if it names none. */
export function licenceOf(readme: string): string | null {
  const front = /^---\r?\n([\s\S]*?)\r?\n---\s*(\r?\n|$)/.exec(readme)?.[1];
  if (front === undefined) return null;
  try {
    const read = card.safeParse(parseYaml(front));
    if (!read.success || !read.data.license) return null;
    const licences = [read.data.license].flat().join(', ');
    return licences === 'other' && read.data.license_name ? read.data.license_name : licences;
  } catch {
    // A card that is not YAML names no licence, but the model is still usable.
    return null;
  }
}

/** Turns an error of the file system into a CodedError. Returns other errors unchanged. */
export function modelStoreError(error: unknown, file: string): unknown {
  if (error instanceof CodedError || !(error instanceof Error)) return error;
  const { name, message } = error;
  if (name === 'AbortError') return error;
  if (name === 'QuotaExceededError') return new CodedError('model-storage-full', { file }, error);
  if (name === 'NoModificationAllowedError' || name === 'InvalidStateError')
    return new CodedError('model-busy', { name: file }, error);
  return new CodedError('model-storage-failed', { file, reason: message || name }, error);
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().nonnegative();

const listedFile = z.object({
  /** Path inside the folder, with `/`. */
  path: z.string(),
  size: bytes,
  /** Hexadecimal; null if unknown. */
  sha256: sha256.nullable(),
});

const origin = z.discriminatedUnion('kind', [
  /** Folder on this computer, by name. */
  z.object({ kind: z.literal('folder'), folder: z.string() }),
  /** Repository at one commit, because a resumed download must not mix two commits. */
  z.object({ kind: z.literal('hub'), endpoint: z.string(), repository: z.string(), revision: z.string() }),
]);

const summary = z.object({
  /** Architecture, such as `qwen3`. */
  architecture: z.string(),
  /** Number of parameters; null if only reading the whole file would tell. */
  parameters: bytes.nullable(),
  /** All precisions of the stored weights, such as `BF16`. */
  precisions: z.array(z.string()),
  /** Number of layers; null if config.json does not contain it. */
  layers: bytes.nullable(),
  hiddenSize: bytes.nullable(),
  vocabulary: bytes,
  /** Path of the ONNX graph to run; null if our engine runs the model. */
  graph: z.string().nullable(),
});

const copy = z.object({
  /** Name in settings: `stored:NAME` or `hf:owner/name`. */
  name: z.string().min(1),
  origin,
  files: z.array(listedFile).min(1),
  summary,
});

const whole = copy.extend({
  /** Files with the hashes of their stored content, checked whenever the model is read. */
  files: z.array(listedFile.extend({ sha256 })).min(1),
  /** Licence named in the model card, or null. */
  licence: z.string().nullable(),
  /** Milliseconds since 1970. */
  addedAt: z.number(),
});

export type ListedFile = z.infer<typeof listedFile>;
export type ModelOrigin = z.infer<typeof origin>;
export type HubOrigin = Extract<ModelOrigin, { kind: 'hub' }>;
export type ModelSummary = z.infer<typeof summary>;
/** Record of an unfinished copy. */
export type ModelCopy = z.infer<typeof copy>;
export type StoredModel = z.infer<typeof whole>;

export const DOWNLOAD_FILE = 'download.json';
export const MODEL_FILE = 'model.json';

/** Parses `download.json`; undefined if it is damaged or absent. */
export const parseCopy = (text: string | undefined): ModelCopy | undefined => parseJsonAs(copy, text);
/** Parses `model.json`; undefined if it is damaged or absent. */
export const parseStored = (text: string | undefined): StoredModel | undefined => parseJsonAs(whole, text);

/** Parses a source's list of files; undefined if it is malformed. */
export const parseListing = (files: unknown): ListedFile[] | undefined => z.array(listedFile).safeParse(files).data;

export const totalBytes = (files: readonly Pick<ListedFile, 'size'>[]): number =>
  files.reduce((total, { size }) => total + size, 0);

/** Bytes of a file, starting at a position. */
interface OpenedFile {
  /** Position of the stream's first byte: as requested, or 0 if the source cannot start in the middle. */
  from: number;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface ModelSource {
  /** The model's name in settings: `stored:NAME` or `hf:owner/name`. */
  name: string;
  origin: ModelOrigin;
  /** All files, including files that the model does not need. */
  files: readonly ListedFile[];
  /** Reads the same files in parts, to check them before anything is stored. */
  folder: ModelFiles;
  /** Opens a file at a byte. @throws CodedError if that fails, or AbortError if the signal aborts */
  open(path: string, from: number, signal: AbortSignal): Promise<OpenedFile>;
}

const WEIGHTS = 'model.safetensors';
const ADAPTER = 'adapter_model.safetensors';
/** Files that the loader, exports or the list of models read besides the weights. */
const COMPANIONS = new Set([
  'config.json',
  'generation_config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'chat_template.jinja',
  'adapter_config.json',
  'README.md',
  'LICENSE',
  'LICENSE.md',
  'LICENSE.txt',
]);

/**
 * Returns the files of a folder that the model needs, small files first, so that their problems show early.
 * @param graph ONNX graph to run, whose tensor files are also needed; null if our engine runs the model
 */
export function modelFilesAmong(files: readonly ListedFile[], graph: string | null): ListedFile[] {
  const isWhole = files.some(({ path }) => path === WEIGHTS);
  const isGguf = !files.some(({ path }) => path === 'config.json');
  const isSafetensors = (path: string) =>
    path === ADAPTER ||
    (isWhole ? path === WEIGHTS : path === `${WEIGHTS}.index.json` || /^[^/]+\.safetensors$/.test(path));
  const isGraph = (path: string) => path === graph || (path.startsWith(`${graph}_data`) && /_data(_\d+)?$/.test(path));
  const isWeight =
    graph !== null ? isGraph : isGguf ? (path: string) => path === GGUF_FILE || path === ADAPTER : isSafetensors;
  return files
    .filter(({ path }) => COMPANIONS.has(path) || isWeight(path))
    .sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1));
}

const GGUF_NAME = /^[^/]+\.gguf$/i;
const GGUF_SUFFIX = /\.gguf$/i;

/** Opens picked files without copying them. If the folder has a list of files, each file read is compared with it. */
export const pickedFolder = (name: string, files: readonly PickedFile[]): ModelFiles =>
  listedFolder(filesOf(name, named(files)), 'read');

/** Renames the only GGUF file of a folder without config.json to `model.gguf`, the name that the loader expects. */
function named(files: readonly PickedFile[]): readonly PickedFile[] {
  const ggufs = files.filter(({ path }) => GGUF_NAME.test(path));
  if (ggufs.length !== 1 || files.some(({ path }) => path === 'config.json')) return files;
  return files.map((picked) => (picked === ggufs[0] ? { ...picked, path: GGUF_FILE } : picked));
}

function filesOf(name: string, files: readonly PickedFile[]): ModelFiles {
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return fileFolder(name, (path) => byPath.get(path));
}

/**
 * Returns a model folder on this computer as a source. Files are read only when needed.
 * @throws ModelFileError if the folder's list of files is damaged
 */
export async function pickedSource(folder: string, picked: readonly PickedFile[]): Promise<ModelSource> {
  const files = named(picked);
  const list = (await readList(filesOf(folder, files))) ?? {};
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return {
    name: `stored:${folder.replace(GGUF_SUFFIX, '')}`,
    origin: { kind: 'folder', folder },
    files: files.map(({ path, file }) => ({ path, size: file.size, sha256: ownValue(list, path)?.sha256 ?? null })),
    folder: pickedFolder(folder, files),
    async open(path, from) {
      // The file exists, because the caller asks only for paths in `files`.
      return { from, stream: byPath.get(path)!.slice(from).stream() as ReadableStream<Uint8Array<ArrayBuffer>> };
    },
  };
}
