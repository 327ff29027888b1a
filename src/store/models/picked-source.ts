/**
 * @file A model folder of this computer, as a person picked or dropped it: handles of files, read when asked for. A GGUF
 * file, alone or the only one of a folder without config.json, is a folder's `model.gguf`.
 */
import type { PickedFile } from '../../common/picked-file.ts';
import { ownValue } from '../../common/plain-json.ts';
import { listedFolder, readList } from '../../lm/files/checked-folder.ts';
import { fileFolder, GGUF_FILE, type ModelFiles } from '../../lm/files/model-files.ts';
import type { ModelSource } from './model-source.ts';

/** The name of a GGUF file at the top of a folder. */
const GGUF_NAME = /^[^/]+\.gguf$/i;
const GGUF_SUFFIX = /\.gguf$/i;

/** Reads picked files where they are, without copying them; compared with their list, where there is one. */
export const pickedFolder = (name: string, files: readonly PickedFile[]): ModelFiles =>
  listedFolder(filesOf(name, named(files)), 'read');

function named(files: readonly PickedFile[]): readonly PickedFile[] {
  const ggufs = files.filter(({ path }) => GGUF_NAME.test(path));
  if (ggufs.length !== 1 || files.some(({ path }) => path === 'config.json')) return files;
  return files.map((picked) => (picked === ggufs[0] ? { ...picked, path: GGUF_FILE } : picked));
}

function filesOf(name: string, files: readonly PickedFile[]): ModelFiles {
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return fileFolder(name, (path) => byPath.get(path));
}

/** @throws ModelFileError where its list is damaged */
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
