/** @file A folder on disk as {@link BenchmarkFiles}, for the command line and for tests. Node only. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { ifFileExists, pathInside } from '../common/node-files.ts';
import type { BenchmarkFiles, ByteFile } from './benchmark.ts';

/** One file on disk, read as it is consumed. Rejects if the path is not a readable file. */
export async function diskFile(path: string): Promise<ByteFile> {
  const { size } = await stat(path);
  return { size, stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> };
}

/**
 * Every file below `folder`. A name that would leave the folder counts as absent.
 * @throws when the folder cannot be listed (on the first call of `names`).
 */
export const diskFiles = (folder: string): BenchmarkFiles => ({
  async names() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort();
  },
  async open(name) {
    const path = pathInside(folder, name);
    if (path === undefined) return null;
    return (await ifFileExists(path, () => diskFile(path))) ?? null;
  },
});
