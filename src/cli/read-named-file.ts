/** @file Files that a person names on the command line. */
import { readFile } from 'node:fs/promises';
import { CodedError } from '../common/coded-error.ts';

/**
 * What `read` makes of the file.
 * @param remedy a sentence: which file to name instead
 * @throws CodedError `file-not-readable` where it cannot be read
 */
export async function readNamedFile<Content>(
  path: string,
  remedy: string,
  read: (path: string) => Promise<Content>,
): Promise<Content> {
  try {
    return await read(path);
  } catch (error) {
    const { message } = error as Error;
    const sentence = `${path} cannot be read (${message}). ${remedy}`;
    throw new CodedError('file-not-readable', sentence, { path, cause: message }, error);
  }
}

export const readNamedText = (path: string, remedy: string): Promise<string> =>
  readNamedFile(path, remedy, (name) => readFile(name, 'utf8'));
