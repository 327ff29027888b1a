/** @file A folder on disk as {@link BenchmarkFiles}, for the command line and for tests. Node only. */
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileSize, ifFileExists, pathInside } from '../common/node-files.ts';
import type { BenchmarkFiles, ByteFile } from './benchmark.ts';

/** One file on disk, read as it is consumed. Rejects if the path is not a readable file. */
export async function diskFile(path: string): Promise<ByteFile> {
  const size = await fileSize(path);
  return { size, stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> };
}

/** Every file below `folder`, also through symbolic links; a link to a folder that it lies in is left out. */
async function filesBelow(folder: string, above: readonly string[] = []): Promise<string[]> {
  const here = await realpath(folder);
  if (above.includes(here)) return [];
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // Undefined for a link that leads nowhere.
    const kind = entry.isSymbolicLink() ? await ifFileExists(path, () => stat(path)) : entry;
    if (kind?.isFile()) files.push(path);
    else if (kind?.isDirectory()) files.push(...(await filesBelow(path, [...above, here])));
  }
  return files;
}

/** Every file below `folder`; a name that would leave it counts as absent. */
export const diskFiles = (folder: string): BenchmarkFiles => ({
  async names() {
    const paths = await filesBelow(folder);
    return paths.map((path) => relative(folder, path).split(sep).join('/')).sort();
  },
  async open(name) {
    const path = pathInside(folder, name);
    if (path === undefined) return null;
    return (await ifFileExists(path, () => diskFile(path))) ?? null;
  },
});
