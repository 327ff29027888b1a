/** @file Several text files into a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder is made where it is missing; files of the same names are replaced. */
export async function writeFiles(folder: string, files: readonly { path: string; text: string }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { path, text } of files) await writeFile(join(folder, path), text);
}
