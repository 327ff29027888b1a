import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes files into a folder, and creates the folder if it does not exist. */
export async function writeDiskFolder(path: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), bytes);
  }
}
