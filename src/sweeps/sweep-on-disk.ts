/**
 * @file A sweep on the disk (Node only): its results in a folder, written whole after every run, and the log of the run
 * under way beside them, so that a sweep stopped anywhere goes on after its last finished epoch.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../common/node-files.ts';
import { nodeFiles, replaceFile, unfinishedFile } from '../store/files/durable-files.ts';
import { explainFailure } from '../store/store-error.ts';
import { FileRunLocks, lockFile } from '../store/files/file-run-locks.ts';
import { takeShards } from './shards-on-disk.ts';
import type { SweepRun } from './sweep-file.ts';
import { type StoredText, SUMMARIES_FILE, TELEMETRY_FILE, TextSweepResults } from './sweep-results.ts';
import { LOGS_FOLDER, runLog } from './run-in-folder.ts';
import { runSweep, type SweepOutcome, type SweepParts, type SweepResults } from './sweep.ts';

export interface SweepFolderOptions extends Omit<SweepParts, 'results'> {
  /** Made where it is missing. Runs that have results in it, or in a share's folder within it, are not made again. */
  folder: string;
  /** Event logs and checkpoints of finished runs stay, in `runs/ID.jsonl`; they are most of the bytes. */
  keepLogs?: boolean;
}

/** A file replaced as a whole: a program killed while it writes leaves the old one. */
export const textFile = (path: string, files = nodeFiles): StoredText => ({
  async read() {
    return existsSync(path) ? files.readFile(path, 'utf8') : null;
  },
  async write(text) {
    await explainFailure(`store results in ${path}`, () => replaceFile(path, new TextEncoder().encode(text), files));
  },
});

/** Makes the runs that have no result yet. @throws CodedError where results cannot be read, or others make them */
export async function runSweepInFolder(runs: readonly SweepRun[], options: SweepFolderOptions): Promise<SweepOutcome> {
  const lock = await new FileRunLocks().acquire(join(options.folder, SUMMARIES_FILE));
  try {
    return await runInLockedFolder(runs, options);
  } finally {
    lock.release();
  }
}

async function runInLockedFolder(runs: readonly SweepRun[], options: SweepFolderOptions): Promise<SweepOutcome> {
  const { folder, keepLogs = false, ...parts } = options;
  await makeFolder(join(folder, LOGS_FOLDER));
  const removeLog = async (id: string) => {
    const log = runLog(folder, id);
    for (const path of [log, `${log}.checkpoints`, lockFile(log)]) await rm(path, { recursive: true, force: true });
  };
  const kept = await TextSweepResults.open(
    runs.map(({ id }) => id),
    textFile(join(folder, SUMMARIES_FILE)),
    textFile(join(folder, TELEMETRY_FILE)),
  );
  await takeShards(folder, new Set(runs.map(({ id }) => id)), kept);
  const results: SweepResults = {
    get: (id) => kept.get(id),
    async put(summary, telemetry) {
      await kept.put(summary, telemetry);
      if (!keepLogs) await removeLog(summary.id);
    },
  };
  // A program killed between storing a result and removing its log, or while it wrote, left these.
  for (const name of [SUMMARIES_FILE, TELEMETRY_FILE]) await rm(unfinishedFile(join(folder, name)), { force: true });
  for (const { id } of runs) if (!keepLogs && (await kept.get(id))) await removeLog(id);
  return runSweep(runs, { ...parts, results });
}
