/** @file A model folder of this computer, as a person picked or dropped it: handles of files, read when asked for. */
import type { PickedFile } from '../common/picked-file.ts';
import type { ModelFiles } from './model-files.ts';

/** Reads picked files where they are, without copying them. */
export function pickedFolder(name: string, files: readonly PickedFile[]): ModelFiles {
  const byPath = new Map(files.map(({ path, file }) => [path, file]));
  return {
    name,
    size: async (path) => byPath.get(path)?.size,
    async read(path, range) {
      const file = byPath.get(path);
      return file && new Uint8Array(await file.slice(range?.begin, range?.end).arrayBuffer());
    },
  };
}
