/**
 * @file Writes an export into a folder on disk (Node only). The caller makes the folder and moves it to its final
 * place.
 */
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../common/node-files.ts';
import type { ExportTarget } from './exported-model.ts';

export class DiskTarget implements ExportTarget {
  constructor(private readonly folder: string) {}

  async write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const target = join(this.folder, path);
    await makeFolder(dirname(target));
    const file = await open(target, 'w');
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async discard(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
