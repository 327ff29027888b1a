/** @file An export as a folder on the disk. Node only. */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelFiles } from '../../lm/model-files.ts';
import { diskFolder } from '../../lm/node-files.ts';
import type { ExportTarget } from './export-target.ts';

/**
 * Writes beside the folder, into `FOLDER.partial`. `commit` moves the files into the folder, in the place of files of the
 * same names; others stay, so that one folder can hold several precisions of a model.
 */
export class DiskTarget implements ExportTarget {
  readonly files: ModelFiles;
  private readonly partial: string;

  constructor(private readonly folder: string) {
    this.partial = `${folder.replace(/[/\\]+$/, '')}.partial`;
    this.files = diskFolder(this.partial);
  }

  async write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const target = join(this.partial, path);
    await mkdir(dirname(target), { recursive: true });
    const file = await open(target, 'w');
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async commit(): Promise<void> {
    for (const entry of await readdir(this.partial, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = join(entry.parentPath, entry.name);
      const to = join(this.folder, from.slice(this.partial.length));
      await mkdir(dirname(to), { recursive: true });
      await rename(from, to);
    }
    await this.discard();
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
  }
}
