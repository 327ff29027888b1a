/** @file A file that is written piece by piece, so that it need not fit into memory. */

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
