/**
 * @file Writes that are on the disk when they return (Node only). The operating system may write fewer bytes than asked
 * for without an error (POSIX write(2)), and a rename is lasting only once its folder is synced (fsync(2)).
 */
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemError } from '../../common/system-error.ts';

/** The file operations of a store; a test replaces them by some that fail like a full disk. */
export type FileSystem = Pick<typeof fs, 'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat'>;
export const nodeFiles: FileSystem = fs;

/** Works in an open file, and closes it however that ends. */
export async function inFile<Result>(
  path: string,
  flags: 'r' | 'r+' | 'w',
  work: (file: fs.FileHandle) => Promise<Result>,
  files = nodeFiles,
): Promise<Result> {
  const file = await files.open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Writes all the bytes from a position on; where the disk takes none, an Error with code `ENOSPC`. */
export async function writeAll(file: fs.FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    if (bytesWritten === 0) throw systemError('ENOSPC', 'write');
    written += bytesWritten;
  }
}

export async function writeSynced(path: string, bytes: Uint8Array, files = nodeFiles): Promise<void> {
  const write = async (file: fs.FileHandle) => {
    await writeAll(file, bytes, 0);
    await file.sync();
  };
  await inFile(path, 'w', write, files);
}

/** Makes the names in a folder lasting: files made, renamed and removed there. */
export async function syncFolder(folder: string, files = nodeFiles): Promise<void> {
  // Windows opens no folder, and keeps names without it.
  if (process.platform === 'win32') return;
  await inFile(folder, 'r', (handle) => handle.sync(), files);
}

/** The path to which {@link replaceFile} writes before the file has its name. */
export const unfinishedFile = (path: string): string => `${path}.unfinished`;

/** Replaces a file as a whole: a program killed at any moment leaves the old one or the new one. */
export async function replaceFile(path: string, bytes: Uint8Array, files = nodeFiles): Promise<void> {
  const unfinished = unfinishedFile(path);
  try {
    await writeSynced(unfinished, bytes, files);
    await files.rename(unfinished, path);
  } catch (error) {
    await files.rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path), files);
}
