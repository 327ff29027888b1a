/** @file Keeps the results of a sweep in its folder, and reads the results of folders and files (Node only). */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Runs, RunSummary, RunTelemetry } from '../analysis/run-summary.ts';
import { CodedError } from '../common/coded-error.ts';
import { fileSource } from '../runs/files/node-file.ts';
import { nodeFiles, replaceFile, unfinishedFile } from '../store/files/durable-files.ts';
import { explainFailure } from '../store/run-store.ts';
import { readSummaries } from './results-csv.ts';
import type { RunResult } from './run-one.ts';
import {
  isShardFolder,
  parseSummaries,
  parseTelemetry,
  SUMMARIES_FILE,
  summaryLine,
  TELEMETRY_FILE,
  telemetryLine,
} from './summaries-file.ts';

const byId = <Item extends { id: string }>(items: readonly Item[]) => new Map(items.map((item) => [item.id, item]));

/** Returns the items with ids in `first`, in that order, then all others. */
function ordered<Item extends { id: string }>(items: ReadonlyMap<string, Item>, first: readonly string[]): Item[] {
  const known = first.flatMap((id) => items.get(id) ?? []);
  const named = new Set(first);
  return [...known, ...[...items.values()].filter(({ id }) => !named.has(id))];
}

const readIfThere = async (path: string, files = nodeFiles): Promise<string> =>
  existsSync(path) ? files.readFile(path, 'utf8') : '';

const storedSummaries = async (folder: string, files = nodeFiles) =>
  byId(parseSummaries(await readIfThere(join(folder, SUMMARIES_FILE), files)));

/** Reads the durations of a folder's runs; empty if none were recorded. */
const storedTelemetry = async (folder: string, files = nodeFiles) =>
  byId(parseTelemetry(await readIfThere(join(folder, TELEMETRY_FILE), files)));

/** Results in a folder. Files are replaced atomically, so a result is stored completely or not at all. */
export class SweepResults {
  private constructor(
    private readonly folder: string,
    private readonly order: readonly string[],
    private readonly files: typeof nodeFiles,
    private summaries: ReadonlyMap<string, RunSummary>,
    private telemetry: ReadonlyMap<string, RunTelemetry>,
  ) {}

  /**
   * @param order ids of runs whose results come first in the files
   * @throws CodedError that names the line if the stored results cannot be read
   */
  static async open(folder: string, order: readonly string[], files = nodeFiles): Promise<SweepResults> {
    const summaries = await storedSummaries(folder, files);
    return new SweepResults(folder, order, files, summaries, await storedTelemetry(folder, files));
  }

  get(id: string): RunSummary | undefined {
    return this.summaries.get(id);
  }

  async put({ summary, telemetry }: RunResult): Promise<void> {
    if (telemetry) {
      const seconds = new Map(this.telemetry).set(telemetry.id, telemetry);
      await this.write(TELEMETRY_FILE, ordered(seconds, this.order).map(telemetryLine));
      this.telemetry = seconds;
    }
    // Write this file last, because a run counts as finished once it is in this file.
    const summaries = new Map(this.summaries).set(summary.id, summary);
    await this.write(SUMMARIES_FILE, ordered(summaries, this.order).map(summaryLine));
    this.summaries = summaries;
  }

  /** Adds results of the runs in `order` from the folders of shares. */
  async takeShards(): Promise<void> {
    for (const shard of await shardFolders(this.folder)) {
      const telemetry = await storedTelemetry(shard);
      for (const [id, summary] of await storedSummaries(shard))
        if (this.order.includes(id) && !this.get(id)) await this.put({ summary, telemetry: telemetry.get(id) ?? null });
    }
  }

  /** Removes partial files of a program that was killed while it wrote. */
  async removeUnfinished(): Promise<void> {
    for (const name of [SUMMARIES_FILE, TELEMETRY_FILE])
      await rm(unfinishedFile(join(this.folder, name)), { force: true });
  }

  private async write(name: string, lines: readonly string[]): Promise<void> {
    const path = join(this.folder, name);
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''));
    await explainFailure(`store results in ${path}`, () => replaceFile(path, bytes, this.files));
  }
}

/** Lists the folders of shares that have results, sorted by name. */
async function shardFolders(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter(isShardFolder).sort();
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, SUMMARIES_FILE)));
}

/** Returns the path of a file itself, or the results of a sweep's folder and of its shares. */
async function resultFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const shards = await shardFolders(path);
  const folders = existsSync(join(path, SUMMARIES_FILE)) || shards.length === 0 ? [path, ...shards] : shards;
  return folders.map((folder) => join(folder, SUMMARIES_FILE));
}

/** @param path one or several files or folders */
export const noRunsIn = (path: string): CodedError => new CodedError('no-runs-here', { path });

/** @param paths sweep folders (including their shares), summaries, results and runs; a run found twice counts once */
export async function readRunsOnDisk(paths: readonly string[], warn: (problem: CodedError) => void): Promise<Runs> {
  const summaries = new Map<string, RunSummary>();
  const telemetry = new Map<string, RunTelemetry>();
  const read = async (file: string) => {
    for (const run of await readSummaries(file, await fileSource(file), warn)) summaries.set(run.id, run);
    for (const [id, seconds] of await storedTelemetry(dirname(file))) telemetry.set(id, seconds);
  };
  for (const path of paths)
    try {
      for (const file of await resultFiles(path)) await read(file);
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw noRunsIn(path);
    }
  return { summaries: [...summaries.values()], telemetry };
}
