/**
 * @file Makes a sweep on the disk (Node only). Its results are in a folder, written whole after every run, and the log
 * of the run under way is beside them. So a sweep stopped anywhere goes on after its last finished epoch.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Runs, RunSummary, RunTelemetry } from '../analysis/run-summary.ts';
import { CodedError } from '../common/coded-error.ts';
import { makeFolder } from '../common/node-files.ts';
import type { ModelHost } from '../runs/model-host.ts';
import { openHeadlessRun } from '../runs/run-headless.ts';
import { fileSource } from '../runs/files/node-file.ts';
import { FileRunLocks, lockFile, nodeFiles, replaceFile, unfinishedFile } from '../store/files/durable-files.ts';
import { explainFailure } from '../store/run-store.ts';
import { readSummaries } from './results-csv.ts';
import {
  type RunOne,
  runSweep,
  sessionRun,
  summarisingRunner,
  type SweepOutcome,
  type SweepParts,
  type SweepResults,
} from './sweep.ts';
import {
  isShardFolder,
  parseSummaries,
  parseTelemetry,
  type StoredText,
  SUMMARIES_FILE,
  TELEMETRY_FILE,
  TextSweepResults,
} from './summaries-file.ts';
import type { SweepRun } from './sweep-file.ts';

const LOGS_FOLDER = 'runs';

const runLog = (folder: string, id: string): string => join(folder, LOGS_FOLDER, `${id}.jsonl`);

interface RunInFolderOptions {
  folder: string;
  /** Opens the models: `DeviceModels` for folders on the disk. */
  host: ModelHost;
  /** Times the durations beside the results, in milliseconds. */
  now(): number;
}

/** Makes each run with its log in the folder of the sweep. */
export function runInFolder({ folder, host, now }: RunInFolderOptions): RunOne {
  const open = sessionRun(
    async ({ id, settings }) => (await openHeadlessRun({ settings, out: runLog(folder, id), host })).session,
  );
  return summarisingRunner(open, now, async (id) => existsSync(runLog(folder, id)));
}

/** Lists the folders of shares within a sweep's folder which have results, in the order of their names. */
async function shardFolders(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter(isShardFolder).sort();
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, SUMMARIES_FILE)));
}

/** Reads the seconds of a folder's runs; empty if none were recorded. */
async function readTelemetry(folder: string): Promise<RunTelemetry[]> {
  const file = join(folder, TELEMETRY_FILE);
  return existsSync(file) ? parseTelemetry(await readFile(file, 'utf8')) : [];
}

/** Takes the results of shares, of runs with these ids, into those of the whole sweep. */
async function takeShards(folder: string, ids: ReadonlySet<string>, results: SweepResults): Promise<void> {
  for (const shard of await shardFolders(folder)) {
    const summaries = parseSummaries(await readFile(join(shard, SUMMARIES_FILE), 'utf8'));
    const telemetry = await readTelemetry(shard);
    for (const summary of summaries)
      if (ids.has(summary.id) && !(await results.get(summary.id)))
        await results.put(summary, telemetry.find(({ id }) => id === summary.id) ?? null);
  }
}

type Warn = (problem: CodedError) => void;

/** Finds the files of a path: in a sweep's folder its results and the results of its shares. */
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
  return [await readSummaries(file, await fileSource(file), warn), await readTelemetry(dirname(file))];
}

/** @param path names one file or folder, or several */
export const noRunsIn = (path: string): CodedError => new CodedError('no-runs-here', { path });

/** @param paths name sweep folders (with their shares), summaries, results and runs; a run found twice counts once */
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

export interface SweepFolderOptions extends Omit<SweepParts, 'results'> {
  /**
   * The folder is made if it is missing. Runs that have results in it, or in a share's folder within it, are not made
   * again.
   */
  folder: string;
  /** If true, event logs and checkpoints of finished runs stay, in `runs/ID.jsonl`; they are most of the bytes. */
  keepLogs?: boolean;
}

/** Replaces a file as a whole: a program killed while it writes leaves the old one. */
export const textFile = (path: string, files = nodeFiles): StoredText => ({
  async read() {
    return existsSync(path) ? files.readFile(path, 'utf8') : null;
  },
  async write(text) {
    await explainFailure(`store results in ${path}`, () => replaceFile(path, new TextEncoder().encode(text), files));
  },
});

/**
 * Makes the runs that have no result yet.
 * @throws CodedError if results cannot be read, or another process makes them
 */
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
  // A program that was killed between storing a result and removing its log, or while it wrote, left these.
  for (const name of [SUMMARIES_FILE, TELEMETRY_FILE]) await rm(unfinishedFile(join(folder, name)), { force: true });
  for (const { id } of runs) if (!keepLogs && (await kept.get(id))) await removeLog(id);
  return runSweep(runs, { ...parts, results });
}
