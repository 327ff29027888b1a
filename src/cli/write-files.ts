/** @file Writes several text files into a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the folder where it is missing; replaces files of the same names. */
export async function writeFiles(folder: string, files: readonly { path: string; text: string }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { path, text } of files) await writeFile(join(folder, path), text);
}
