import type { ModelFiles } from '../files/model-files.ts';

/** Presents files in memory as a folder. Reads return views, not copies. */
export function memoryFolder(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, name = 'the model'): ModelFiles {
  return {
    name,
    size: async (file) => files.get(file)?.byteLength,
    read: async (file, range) => files.get(file)?.subarray(range?.begin, range?.end),
  };
}
