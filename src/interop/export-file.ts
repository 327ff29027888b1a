/** @file A file that is written piece by piece, so that it need not fit into memory. */
import { concatenate } from '../common/concatenate.ts';

export interface ExportFile {
  /** Inside the exported folder, with `/`. */
  path: string;
  /** Its bytes in order; each call makes them again. */
  chunks(): AsyncIterable<Uint8Array>;
}

export const textFile = (path: string, text: string): ExportFile => bytesFile(path, new TextEncoder().encode(text));

export const bytesFile = (path: string, bytes: Uint8Array): ExportFile => ({
  path,
  async *chunks() {
    yield bytes;
  },
});

/** A file's bytes together; for files known to be small. */
export async function wholeFile({ chunks }: ExportFile): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks()) parts.push(part);
  return concatenate(parts);
}
