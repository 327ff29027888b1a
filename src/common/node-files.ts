/** @file Helpers for reading a folder on disk. Node only: no page imports this file. */
import { isAbsolute, join, relative } from 'node:path';
import { CodedError } from './coded-error.ts';

/** The path of a file in a folder; undefined if the name would leave the folder. */
export function pathInside(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  const inside = relative(folder, path);
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : path;
}

/**
 * The result of `read`, or undefined if there is no such file.
 * @throws CodedError `file-not-readable` when the file exists and cannot be read
 */
export async function ifFileExists<Content>(path: string, read: () => Promise<Content>): Promise<Content | undefined> {
  try {
    return await read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const sentence = `${path} cannot be read (${message}). Check its permissions.`;
    throw new CodedError('file-not-readable', sentence, { path, cause: message }, error);
  }
}
