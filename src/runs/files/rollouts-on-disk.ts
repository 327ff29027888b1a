/** @file The files of a rollout log on a disk. Node only: no page imports this file. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { allChunks, bytesSource } from '../../common/byte-source.ts';
import { fileSource } from './node-file.ts';
import type { RolloutFile } from '../rollouts/rollout-files.ts';

async function openFile(path: string, name: string): Promise<RolloutFile> {
  const source = await fileSource(path);
  // Standard input has no size and is read once; a log is read twice.
  return { path: name, source: source.size > 0 ? source : bytesSource(await allChunks(source)) };
}

/** The file, or all files in the folder and below; none is opened for longer than it is read. */
export async function filesAt(path: string): Promise<RolloutFile[]> {
  if (!(await stat(path)).isDirectory()) return [await openFile(path, basename(path))];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Promise.all(files.map((file) => openFile(file, relative(path, file))));
}
