/** @file Model folders on a disk; the only file here that needs Node. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifFileExists } from '../common/node-files.ts';
import { type ModelFiles, hubAddress, webFolder } from './model-files.ts';

/** A folder on the disk. */
export function diskFolder(path: string): ModelFiles {
  return {
    name: path,
    read: (file) => ifFileExists(join(path, file), async () => new Uint8Array(await readFile(join(path, file)))),
  };
}

/**
 * A model folder by its path, or by its name on the hub, `hf:owner/name`.
 * @param root what a relative path starts from
 */
export function modelSource(name: string, root = '.'): ModelFiles {
  const hub = hubAddress(name);
  return hub ? webFolder(hub) : diskFolder(resolve(root, name));
}

/** Writes files into a folder, making it where it does not exist. */
export async function writeDiskFolder(path: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await mkdir(path, { recursive: true });
  for (const [name, bytes] of files) await writeFile(join(path, name), bytes);
}
