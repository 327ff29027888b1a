/** @file Finished runs from the disk (Node only): a sweep's folder, a file of summaries or results, or a single run. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Runs } from '../analysis/axes.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import type { RunTelemetry } from '../analysis/run-telemetry.ts';
import { CodedError } from '../common/coded-error.ts';
import { fileSource } from '../runs/files/node-file.ts';
import { readSummaries } from './read-summaries.ts';
import { shardFolders } from './shards-on-disk.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from './sweep-results.ts';
import { parseTelemetry } from './telemetry-file.ts';

type Warn = (problem: CodedError) => void;

/** The files of a path: of a sweep's folder its results and those of its shares. */
async function resultFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const shards = await shardFolders(path);
  const whole = join(path, SUMMARIES_FILE);
  return [
    ...(existsSync(whole) || shards.length === 0 ? [whole] : []),
    ...shards.map((one) => join(one, SUMMARIES_FILE)),
  ];
}

async function readFileOf(file: string, warn: Warn): Promise<[RunSummary[], RunTelemetry[]]> {
  const summaries = await readSummaries(file, await fileSource(file), warn);
  const telemetry = join(dirname(file), TELEMETRY_FILE);
  return [summaries, existsSync(telemetry) ? parseTelemetry(await readFile(telemetry, 'utf8')) : []];
}

/** @param path of one file or folder, or of several */
export const noRunsIn = (path: string): CodedError => new CodedError('no-runs-here', { path });

/** @param paths of sweep folders (with their shares), summaries, results and runs; a run found twice counts once */
export async function readRunsOnDisk(paths: readonly string[], warn: Warn): Promise<Runs> {
  const summaries = new Map<string, RunSummary>();
  const telemetry = new Map<string, RunTelemetry>();
  for (const path of paths) {
    const read = async () => Promise.all((await resultFiles(path)).map((file) => readFileOf(file, warn)));
    const parts = await read().catch((error: Error) => {
      if (!['ENOENT', 'ENOTDIR', 'EISDIR', 'ENXIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw noRunsIn(path);
    });
    for (const [runs, seconds] of parts) {
      for (const run of runs) summaries.set(run.id, run);
      for (const one of seconds) telemetry.set(one.id, one);
    }
  }
  return { summaries: [...summaries.values()], telemetry };
}
