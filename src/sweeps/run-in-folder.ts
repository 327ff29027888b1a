/** @file One run of a sweep with its log in a folder, so that it goes on after its last finished epoch. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelHost } from '../runs/model-host.ts';
import { openHeadlessRun } from '../runs/run-headless.ts';
import { sessionRun, summarisingRunner } from './run-one.ts';
import type { RunOne } from './sweep.ts';

export const LOGS_FOLDER = 'runs';

export const runLog = (folder: string, id: string): string => join(folder, LOGS_FOLDER, `${id}.jsonl`);

export interface RunInFolderOptions {
  folder: string;
  /** The source of models: `DeviceModels` for folders on the disk. */
  host: ModelHost;
  /** A clock for the durations beside the results, milliseconds. */
  now(): number;
}

export function runInFolder({ folder, host, now }: RunInFolderOptions): RunOne {
  const open = sessionRun(
    async ({ id, settings }) => (await openHeadlessRun({ settings, out: runLog(folder, id), host })).session,
  );
  // The time of a resumed run's first epochs is not known: it has no seconds, rather than wrong ones.
  return (run, ...rest) => summarisingRunner(open, existsSync(runLog(folder, run.id)) ? undefined : now)(run, ...rest);
}
