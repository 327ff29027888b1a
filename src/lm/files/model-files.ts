/** @file The source of a model's files: memory, a web server (web-folder.ts), a disk (node-files.ts). */

/** A GGUF file in a folder, which stands for all others (gguf-folder.ts). */
export const GGUF_FILE = 'model.gguf';

/** Bytes [begin, end) of a file. */
export interface ByteRange {
  begin: number;
  end: number;
}

export interface TensorEntry {
  dtype: string;
  shape: number[];
  begin: number;
  end: number;
  /** The rows of a head of this size are ordered by rotary pairs: (0, size/2), (1, size/2 + 1), …; absent: 0, 1, 2, … */
  pairedRows?: number;
}

/** A file of weights: its tensors lie in it under their Hugging Face names, [out, in]. */
export interface WeightsFile {
  file: string;
  bytes: number;
  entries: ReadonlyMap<string, TensorEntry>;
}

export interface ModelFiles {
  /** The folder's name in messages. */
  readonly name: string;
  /** The file's size in bytes, or undefined where the folder has no such file. */
  size(file: string): Promise<number | undefined>;
  /**
   * The file's bytes, or those of a range; undefined where the folder has no such file. Where the file ends before the
   * range does, fewer bytes come back, as from `Blob.slice`: the caller checks how many. The caller may keep and change
   * the bytes, except those of a folder in memory.
   */
  read(file: string, range?: ByteRange): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The SHA-256 that all bytes of a file are compared with; undefined, or absent, where it is not known. */
  sha256?(file: string): Promise<string | undefined>;
  /** The weights, where they are not in safetensors files. */
  readonly weights?: WeightsFile;
}

/** Files that are already in memory. What it reads are views of them, not copies. */
export function memoryFolder(files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>, name = 'the model'): ModelFiles {
  return {
    name,
    size: async (file) => files.get(file)?.byteLength,
    read: async (file, range) => files.get(file)?.subarray(range?.begin, range?.end),
  };
}

/** Files of the browser, read in parts and only when asked for. */
export function fileFolder(
  name: string,
  find: (path: string) => Blob | undefined | Promise<Blob | undefined>,
): ModelFiles {
  return {
    name,
    size: async (path) => (await find(path))?.size,
    async read(path, range) {
      const file = await find(path);
      return file && new Uint8Array(await file.slice(range?.begin, range?.end).arrayBuffer());
    },
  };
}

const HUB = /^hf:([\w.-]+\/[\w.-]+)$/;

/** The address of a repository's files on the hub (`hf:owner/name`), computed without a network; else undefined. */
export function hubAddress(name: string): string | undefined {
  const repository = HUB.exec(name)?.[1];
  return repository && `https://huggingface.co/${repository}/resolve/main/`;
}
