/**
 * @file A folder on disk as a {@link FileSource}, for the command line and for tests. Node only: the page never
 * imports this file.
 */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { ByteFile, FileSource } from './benchmark.ts';

/** One file on disk, read as it is consumed. Rejects when the path is not a readable file. */
export async function diskFile(path: string): Promise<ByteFile> {
  const { size } = await stat(path);
  return { size, stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> };
}

/**
 * Every file below `folder`. A name that would leave the folder counts as absent.
 * @throws when the folder cannot be listed (on the first call of `names`).
 */
export function directorySource(folder: string): FileSource {
  return {
    async names() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort();
    },
    async open(name) {
      const inside = relative(folder, join(folder, name));
      if (inside.startsWith('..') || isAbsolute(inside)) return null;
      try {
        return await diskFile(join(folder, name));
      } catch {
        return null;
      }
    },
  };
}
