/**
 * @file Declares the source of a model's files: browser files, a web server (web-folder.ts), or a disk
 * (node-files.ts).
 */

/** Name of a GGUF file in a folder. Without a config.json, it replaces all other files (gguf-folder.ts). */
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
  /** Rows per head, if the rows are ordered by rotary pairs: 0, size/2, 1, size/2 + 1, … Default: rows are in order. */
  pairedRows?: number;
}

/** A file of weights. Its tensors have Hugging Face names and shapes [out, in]. */
export interface WeightsFile {
  file: string;
  bytes: number;
  entries: ReadonlyMap<string, TensorEntry>;
}

export interface ModelFiles {
  /** Name of the folder in messages. */
  readonly name: string;
  /** Returns the file's size in bytes, or undefined if the folder has no such file. */
  size(file: string): Promise<number | undefined>;
  /**
   * Returns the bytes of a file or of a range; undefined if the folder has no such file. If the file ends within the
   * range, it returns fewer bytes, like `Blob.slice`, and the caller checks how many. The caller may keep and change the
   * bytes, unless the folder is in memory.
   */
  read(file: string, range?: ByteRange): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Returns the SHA-256 that the folder compares a file's bytes with; undefined if it is not known. */
  sha256?(file: string): Promise<string | undefined>;
  /** Weights that are not in safetensors files. */
  readonly weights?: WeightsFile;
}

/** Presents browser files as a folder. A range is read only when it is requested. */
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

/** Returns the address of a repository's files on the hub (`hf:owner/name`); undefined for any other name. */
export function hubAddress(name: string): string | undefined {
  const repository = HUB.exec(name)?.[1];
  return repository && `https://huggingface.co/${repository}/resolve/main/`;
}
