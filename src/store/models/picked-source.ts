/**
 * @file A model folder of this computer, as a person picked or dropped it: handles of files, read when asked for.
 */
import type { PickedFile } from '../../common/picked-file.ts';
import { listedFolder, readList } from '../../lm/files/checked-folder.ts';
import { fileFolder, type ModelFiles } from '../../lm/files/model-files.ts';
import type { ModelSource } from './model-source.ts';

/** Reads picked files where they are, without copying them; compared with their list, where there is one. */
export const pickedFolder = (name: string, files: readonly PickedFile[]): ModelFiles =>
  listedFolder(filesOf(name, files), 'read');

function filesOf(name: string, files: readonly PickedFile[]): ModelFiles {
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return fileFolder(name, (path) => byPath.get(path));
}

/**
 * @param folder name of the folder
 * @throws ModelFileError where its list is damaged
 */
export async function pickedSource(folder: string, files: readonly PickedFile[]): Promise<ModelSource> {
  const list = (await readList(filesOf(folder, files))) ?? {};
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return {
    name: `stored:${folder}`,
    origin: { kind: 'folder', folder },
    files: files.map(({ path, file }) => ({ path, size: file.size, sha256: list[path]?.sha256 ?? null })),
    folder: pickedFolder(folder, files),
    async open(path, from) {
      // Only names of `files` are asked for.
      return { from, stream: byPath.get(path)!.slice(from).stream() as ReadableStream<Uint8Array<ArrayBuffer>> };
    },
  };
}
