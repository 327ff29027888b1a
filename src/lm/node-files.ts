/** @file Model folders on a disk; the only file here that needs Node. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CodedError } from '../common/coded-error.ts';
import { type ModelFiles, hubAddress, webFolder } from './model-files.ts';

/** A folder on the disk. */
export function diskFolder(path: string): ModelFiles {
  return {
    name: path,
    async read(file) {
      try {
        return new Uint8Array(await readFile(join(path, file)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        const reason = (error as Error).message;
        throw new CodedError(
          'file-not-read',
          `${join(path, file)} cannot be read (${reason}). Check its permissions.`,
          { path: join(path, file), reason },
          error,
        );
      }
    },
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
