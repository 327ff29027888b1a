/** @file The autotuner's choices in a file of the user's cache directory; unreadable, they are measured again. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { checkedJson, checkJson } from '../../common/checked-line.ts';

const choices = z.record(z.string(), z.int().nonnegative());

/** `tuning.json` in the directory that the XDG Base Directory Specification gives to this program's caches. */
export const tuningFile = (environment: NodeJS.ProcessEnv = process.env): string =>
  join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'genenv', 'tuning.json');

export class FileTuningCache {
  /** @param path the file; it and its folder are created at the first write */
  constructor(private readonly path: string) {}

  async get(key: string): Promise<number | undefined> {
    return (await this.read())[key];
  }

  async set(key: string, variant: number): Promise<void> {
    try {
      await mkdir(dirname(this.path), { recursive: true });
      const text = checkedJson(JSON.stringify({ ...(await this.read()), [key]: variant }));
      // Written under another name and renamed, so that no other process reads half a file.
      const temporary = `${this.path}.${process.pid}`;
      await writeFile(temporary, `${text}\n`);
      await rename(temporary, this.path);
    } catch {
      // The next run measures again.
    }
  }

  /** A process opens only one device, so nothing else in it measures at the same time. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  private async read(): Promise<Record<string, number>> {
    try {
      const text = (await readFile(this.path, 'utf8')).trimEnd();
      const { crc: _, ...read } = JSON.parse(text) as Record<string, unknown>;
      return checkJson(text) ? {} : choices.parse(read);
    } catch {
      return {};
    }
  }
}
