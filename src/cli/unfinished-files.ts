/**
 * @file Text files that grow while they are made. They have other names until all of them are complete, so that a command
 * that fails leaves no half of a result, and what was there before stays.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileSink } from '../runs/files/node-file.ts';
import { unfinishedFile } from '../store/durable-files.ts';

export class UnfinishedFiles {
  private readonly sinks = new Map<string, FileSink>();

  /** @param folder made where it is missing */
  constructor(private readonly folder: string) {}

  get size(): number {
    return this.sinks.size;
  }

  /** Adds text to a file, which begins empty. */
  append = async (path: string, text: string): Promise<void> => {
    const sink = this.sinks.get(path) ?? (await this.begin(path));
    await sink.write(new TextEncoder().encode(text));
  };

  /** Gives all files their names; files of the same names are replaced. */
  async finish(): Promise<void> {
    await this.close();
    for (const path of this.sinks.keys()) {
      const file = join(this.folder, path);
      await rename(unfinishedFile(file), file);
    }
  }

  /** Removes what was written. */
  async abandon(): Promise<void> {
    await this.close();
    for (const path of this.sinks.keys()) await rm(unfinishedFile(join(this.folder, path)), { force: true });
  }

  private async begin(path: string): Promise<FileSink> {
    await mkdir(this.folder, { recursive: true });
    const sink = await FileSink.open(unfinishedFile(join(this.folder, path)));
    this.sinks.set(path, sink);
    return sink;
  }

  private async close(): Promise<void> {
    for (const sink of this.sinks.values()) await sink.close();
  }
}
