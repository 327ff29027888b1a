/** @file Keeps the results of a sweep in its folder, and reads the results of folders and files (Node only). */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunSummary } from '../analysis/run-summary.ts';
import { CodedError } from '../common/coded-error.ts';
import { fileSource } from '../runs/files/node-file.ts';
import { nodeFiles, replaceFile, unfinishedFile } from '../store/files/durable-files.ts';
import { explainFailure } from '../store/run-store.ts';
import { readSummaries } from './results-csv.ts';
import { isShardFolder, parseSummaries, SUMMARIES_FILE, summaryLine } from './summaries-file.ts';

async function storedSummaries(folder: string, files = nodeFiles): Promise<Map<string, RunSummary>> {
  const path = join(folder, SUMMARIES_FILE);
  const summaries = existsSync(path) ? parseSummaries(await files.readFile(path, 'utf8')) : [];
  return new Map(summaries.map((summary) => [summary.id, summary]));
}

/** Keeps a sweep's results in one file. The file is replaced atomically, so no result is ever stored in part. */
export class SweepResults {
  private constructor(
    private readonly folder: string,
    private readonly order: readonly string[],
    private readonly files: typeof nodeFiles,
    private summaries: ReadonlyMap<string, RunSummary>,
  ) {}

  /**
   * Opens the results in a folder. @param order ids of runs whose results come first in the file
   * @throws CodedError that names the line if the stored results cannot be read
   */
  static async open(folder: string, order: readonly string[], files = nodeFiles): Promise<SweepResults> {
    return new SweepResults(folder, order, files, await storedSummaries(folder, files));
  }

  get(id: string): RunSummary | undefined {
    return this.summaries.get(id);
  }

  async put(summary: RunSummary): Promise<void> {
    const summaries = new Map(this.summaries).set(summary.id, summary);
    const path = join(this.folder, SUMMARIES_FILE);
    const ids = new Set([...this.order, ...summaries.keys()]);
    const lines = [...ids].flatMap((id) => summaries.get(id) ?? []).map((one) => `${summaryLine(one)}\n`);
    const bytes = new TextEncoder().encode(lines.join(''));
    await explainFailure(`store results in ${path}`, () => replaceFile(path, bytes, this.files));
    this.summaries = summaries;
  }

  /** Adds results of the runs in `order` from the folders of the sweep's shares (see `Shard`). */
  async takeShards(): Promise<void> {
    for (const shard of await shardFolders(this.folder))
      for (const [id, summary] of await storedSummaries(shard))
        if (this.order.includes(id) && !this.get(id)) await this.put(summary);
  }

  /** Removes the partial file of a program that was killed while it wrote. */
  async removeUnfinished(): Promise<void> {
    await rm(unfinishedFile(join(this.folder, SUMMARIES_FILE)), { force: true });
  }
}

/** Lists the folders of shares that have results, sorted by name. */
async function shardFolders(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter(isShardFolder).sort();
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, SUMMARIES_FILE)));
}

/** Returns the path itself if it is a file, else the result files of a sweep's folder and of its shares. */
async function resultFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const shards = await shardFolders(path);
  const folders = existsSync(join(path, SUMMARIES_FILE)) || shards.length === 0 ? [path, ...shards] : shards;
  return folders.map((folder) => join(folder, SUMMARIES_FILE));
}

/** Makes the error for a file or folder without any run. */
export const noRunsIn = (path: string): CodedError => new CodedError('no-runs-here', { path });

/** Reads runs, each once. @param paths sweep folders (including their shares), summaries, results or run files */
export async function readRunsOnDisk(
  paths: readonly string[],
  warn: (problem: CodedError) => void,
): Promise<RunSummary[]> {
  const summaries = new Map<string, RunSummary>();
  for (const path of paths)
    try {
      for (const file of await resultFiles(path))
        for (const run of await readSummaries(file, await fileSource(file), warn)) summaries.set(run.id, run);
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw noRunsIn(path);
    }
  return [...summaries.values()];
}
