/** @file Files that a person names on the command line. */
import { readFile } from 'node:fs/promises';
import { CodedError } from '../common/coded-error.ts';
import { fileSize } from '../common/node-files.ts';
import { causeOf } from '../common/system-error.ts';

/** @throws CodedError `file-not-readable` where it cannot be read */
export async function readNamedFile<Content>(path: string, read: (path: string) => Promise<Content>): Promise<Content> {
  try {
    return await read(path);
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const cause = causeOf(error);
    throw new CodedError('file-not-readable', { path, cause }, error);
  }
}

/** The most that is read at once, bytes: a text becomes one string, of which JavaScript's longest has 2²⁹ characters. */
const TEXT_LIMIT = 2 ** 28;

async function refuseLarger(path: string, limit: number): Promise<void> {
  const size = await fileSize(path);
  if (size > limit) throw new Error(`it has ${size} bytes, more than the ${limit} that are read at once`);
}

export const readNamedText = (path: string): Promise<string> =>
  readNamedFile(path, async (name) => {
    await refuseLarger(name, TEXT_LIMIT);
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(name));
    } catch (error) {
      if (error instanceof TypeError) throw new Error('it is not UTF-8; save it as UTF-8');
      throw error;
    }
  });
