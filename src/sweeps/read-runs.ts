/**
 * @file Finished runs from the disk, for figures: a sweep's folder, a file of summaries, or the event log of one run.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunEvent } from '../genenv/events.ts';
import type { Runs } from '../analysis/axes.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { parseTelemetry, type RunTelemetry } from '../analysis/run-telemetry.ts';
import { runLogEvents, summariesOfFile } from './runs-from-text.ts';
import { SUMMARIES_FILE, TELEMETRY_FILE } from './sweep-results.ts';

/**
 * The events of a log's finished epochs.
 * @param warn is told what is wrong with the first line that cannot be read
 * @throws Error in a sentence where there is no finished epoch, or damage before the last one
 */
export const readRunLog = async (path: string, warn: (sentence: string) => void): Promise<RunEvent[]> =>
  runLogEvents(path, await readFile(path), warn);

async function readSome(path: string, warn: (sentence: string) => void): Promise<[RunSummary[], RunTelemetry[]]> {
  const file = (await stat(path)).isDirectory() ? join(path, SUMMARIES_FILE) : path;
  const summaries = summariesOfFile(file, await readFile(file), warn);
  const telemetry = join(dirname(file), TELEMETRY_FILE);
  return [summaries, existsSync(telemetry) ? parseTelemetry(await readFile(telemetry, 'utf8')) : []];
}

/**
 * @param paths of sweep folders, summaries files, results files and event logs; a run that is in two of them counts once
 * @throws Error in a sentence where one cannot be read
 */
export async function readRuns(paths: readonly string[], warn: (sentence: string) => void): Promise<Runs> {
  const summaries = new Map<string, RunSummary>();
  const telemetry = new Map<string, RunTelemetry>();
  for (const path of paths) {
    const [runs, seconds] = await readSome(path, warn).catch((error: Error) => {
      const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      throw missing ? new Error(`There are no runs in ${path}. Name a folder that genenv sweep wrote to.`) : error;
    });
    for (const run of runs) summaries.set(run.id, run);
    for (const one of seconds) telemetry.set(one.id, one);
  }
  return { summaries: [...summaries.values()], telemetry };
}
