/**
 * @file Chooses the files that a model needs among those of its source: a folder on disk holds more, and a repository
 * of the hub often the same weights in four formats. A folder that the user picked or dropped is read as such a source.
 */
import type { PickedFile } from '../../common/byte-source.ts';
import { ownValue } from '../../common/plain-json.ts';
import { listedFolder, readList } from '../../lm/files/checked-folder.ts';
import { fileFolder, GGUF_FILE, type ModelFiles } from '../../lm/files/model-files.ts';
import type { ListedFile, ModelOrigin } from './model-record.ts';

/** The bytes of a file from a position on. */
interface OpenedFile {
  /** The byte that the stream begins with: as asked, or 0 if the source cannot begin in the middle. */
  from: number;
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
}

export interface ModelSource {
  /** The model's name in settings: `stored:NAME` or `hf:owner/name`. */
  name: string;
  origin: ModelOrigin;
  /** All files, also those that no model needs. */
  files: readonly ListedFile[];
  /** The same files, read in parts: to check them before anything is stored. */
  folder: ModelFiles;
  /** @throws CodedError where the file cannot be had; AbortError after the signal */
  open(path: string, from: number, signal: AbortSignal): Promise<OpenedFile>;
}

const WEIGHTS = 'model.safetensors';
const ADAPTER = 'adapter_model.safetensors';
/** Files that the loader, the exports and the list of models read besides the weights. */
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
 * The files of a model among those of its folder, small ones first: what is wrong with them shows early.
 * @param graph the ONNX graph that runs it, with the files of its tensors beside it; null where our engine does
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

/** The name of a GGUF file at the top of a folder. */
const GGUF_NAME = /^[^/]+\.gguf$/i;
const GGUF_SUFFIX = /\.gguf$/i;

/** Reads picked files where they are, without copying them, and compares them with their list if there is one. */
export const pickedFolder = (name: string, files: readonly PickedFile[]): ModelFiles =>
  listedFolder(filesOf(name, named(files)), 'read');

/**
 * Gives a GGUF file, alone or the only one of a folder without config.json, the name that it has in a folder:
 * `model.gguf`.
 */
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
 * Returns a model folder of this computer as a source: handles of files, read when asked for.
 * @throws ModelFileError if its list is damaged
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
      // Only names of `files` are asked for.
      return { from, stream: byPath.get(path)!.slice(from).stream() as ReadableStream<Uint8Array<ArrayBuffer>> };
    },
  };
}
