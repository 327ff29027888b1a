/** @file Helps to read and make files on disk. This file needs Node, so no page imports it. */
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { CodedError } from './coded-error.ts';
import { causeOf, systemError } from './system-error.ts';

/** Path of standard input, which a user may name as a file. */
const PIPED = '/dev/stdin';

/**
 * Returns a file's size in bytes, or 0 if standard input is a pipe.
 * @throws a system error for folders, devices, other pipes and sockets
 */
export async function fileSize(path: string): Promise<number> {
  const entry = await stat(path);
  if (!entry.isFile() && !(path === PIPED && entry.isFIFO()))
    throw systemError(entry.isDirectory() ? 'EISDIR' : 'ENXIO', 'open', path);
  return entry.size;
}

/** Returns the path of a file in a folder, or undefined if the name would leave the folder. */
export function pathInside(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  const inside = relative(folder, path);
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : path;
}

/** Makes a folder and its parents. Node's own recursive `mkdir` would report a read-only disk as ENOENT. */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) await makeFolder(parent);
  try {
    await mkdir(path);
  } catch (error) {
    if (!(await stat(path).catch(() => null))?.isDirectory()) throw error;
  }
}

/** Returns the result of `read`, or undefined if the file does not exist. @throws CodedError `file-not-readable` */
export async function ifFileExists<Content>(path: string, read: () => Promise<Content>): Promise<Content | undefined> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const cause = causeOf(error);
    throw new CodedError('file-not-readable', { path, cause }, error);
  }
}
