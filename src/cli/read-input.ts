/** @file Reads a file that a person named. */
import { readFile } from 'node:fs/promises';
import { CodedError } from '../common/coded-error.ts';

/** What the system's codes mean for a file that is to be read. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/**
 * @param remedy what to name instead, a sentence
 * @throws CodedError `file-not-readable`
 */
export async function readInput(path: string, remedy: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const cause = CAUSES[code] ?? message;
    throw new CodedError('file-not-readable', `${path} cannot be read: ${cause}. ${remedy}`, { path, cause }, error);
  }
}
