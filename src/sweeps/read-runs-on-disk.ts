/**
 * @file Finished runs from the disk (Node only): a sweep's folder, a file of summaries or results, or a single run.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Runs } from '../analysis/axes.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import type { RunTelemetry } from '../analysis/run-telemetry.ts';
import { CodedError } from '../common/coded-error.ts';
import { readSummaries } from './read-summaries.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from './sweep-results.ts';
import { parseTelemetry } from './telemetry-file.ts';

type Warn = (problem: CodedError) => void;

async function readPath(path: string, warn: Warn): Promise<[RunSummary[], RunTelemetry[]]> {
  const file = (await stat(path)).isDirectory() ? join(path, SUMMARIES_FILE) : path;
  const summaries = await readSummaries(file, await readFile(file), warn);
  const telemetry = join(dirname(file), TELEMETRY_FILE);
  return [summaries, existsSync(telemetry) ? parseTelemetry(await readFile(telemetry, 'utf8')) : []];
}

/**
 * @param paths of sweep folders, files of summaries or results, and runs; a run that is in two of them counts once
 * @throws CodedError or StoreError where one cannot be read
 */
export async function readRunsOnDisk(paths: readonly string[], warn: Warn): Promise<Runs> {
  const summaries = new Map<string, RunSummary>();
  const telemetry = new Map<string, RunTelemetry>();
  for (const path of paths) {
    const [runs, seconds] = await readPath(path, warn).catch((error: Error) => {
      if (!['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      throw new CodedError('no-runs-here', `There are no runs in ${path}. Name a folder that genenv sweep wrote to.`, {
        path,
      });
    });
    for (const run of runs) summaries.set(run.id, run);
    for (const one of seconds) telemetry.set(one.id, one);
  }
  return { summaries: [...summaries.values()], telemetry };
}
