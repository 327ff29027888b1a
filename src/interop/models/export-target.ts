/** @file The target of an export: a folder on the disk, or blobs in the browser. */
import type { ModelFiles } from '../../lm/files/model-files.ts';

export interface ExportTarget {
  write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes what was written; no error if nothing was. */
  discard(): Promise<void>;
}

/** Files as blobs, whose bytes a browser keeps where it likes, also on the disk. */
export class BlobTarget implements ExportTarget {
  readonly blobs = new Map<string, Blob>();
  /** Reads what was written. */
  readonly files: ModelFiles;

  constructor(name: string) {
    this.files = {
      name,
      size: async (file) => this.blobs.get(file)?.size,
      read: async (file, range) => {
        const blob = this.blobs.get(file);
        return blob && new Uint8Array(await (range ? blob.slice(range.begin, range.end) : blob).arrayBuffer());
      },
    };
  }

  async write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const parts: Blob[] = [];
    // A blob copies the bytes, so that the chunk can be freed.
    for await (const chunk of chunks) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
    this.blobs.set(path, new Blob(parts));
  }

  async discard(): Promise<void> {
    this.blobs.clear();
  }
}
