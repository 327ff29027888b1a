/**
 * @file Makes the runs of a sweep in a folder (Node only), one after the other. The folder holds the results, rewritten
 * after every run, and the logs of unfinished runs. A sweep that was stopped therefore continues after the last
 * finished epoch.
 */
import { join } from 'node:path';
import type { RunSummary } from '../analysis/run-summary.ts';
import { errorData } from '../common/error-data.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import { makeFolder } from '../common/node-files.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import { FileRunLocks } from '../store/files/durable-files.ts';
import { SweepResults } from './results-folder.ts';
import { LOGS_FOLDER, removeLog, type RunOne } from './run-one.ts';
import { SUMMARIES_FILE } from './summaries-file.ts';
import type { SweepRun } from './sweep-file.ts';

export interface SweepProgress {
  /** Label of the current run. `epoch` counts the run's finished epochs. */
  label: string;
  epoch: number;
  epochs: number;
  /** Number of runs that have a result. `failed` counts the failed runs, `runs` all runs. */
  finished: number;
  failed: number;
  runs: number;
  /** Share of the sweep's agent rollouts that are done, from 0 to 1. */
  fraction: number;
  /** Estimate from the rollouts since the sweep was started or resumed. Null before the first epoch ends. */
  remainingMilliseconds: number | null;
}

export interface SweepOutcome {
  /** Results in the order of the sweep's runs, without runs that failed or were not reached. */
  summaries: RunSummary[];
  /** Failed runs, which are made again when the sweep is run again. */
  failures: { run: SweepRun; error: ErrorData }[];
  cancelled: boolean;
}

export interface SweepOptions {
  /** The folder is created if missing. Runs with results in it, or in a share's folder inside, are not made again. */
  folder: string;
  runOne: RunOne;
  /** True to keep the event logs and checkpoints of finished runs in `runs/`. They take most of the disk space. */
  keepLogs?: boolean;
  /** Clock in milliseconds, only for progress. */
  now(): number;
  onProgress?: (progress: SweepProgress) => void;
  signal?: AbortSignal;
}

/** Returns the largest number of agent rollouts that a run can make. */
const work = ({ epochs, tasksPerEpoch, groupSize }: Settings): number => epochs * tasksPerEpoch * groupSize;

/**
 * Makes the runs that have no result yet. Returns the results of all runs, and the failures.
 * @throws CodedError if results cannot be read, or another process uses the folder
 */
export async function runSweep(runs: readonly SweepRun[], options: SweepOptions): Promise<SweepOutcome> {
  const lock = await new FileRunLocks().acquire(join(options.folder, SUMMARIES_FILE));
  try {
    return await runInLockedFolder(runs, options);
  } finally {
    lock.release();
  }
}

async function runInLockedFolder(runs: readonly SweepRun[], options: SweepOptions): Promise<SweepOutcome> {
  const { folder, runOne, keepLogs = false, now, onProgress } = options;
  const { signal = new AbortController().signal } = options;
  await makeFolder(join(folder, LOGS_FOLDER));
  const results = await SweepResults.open(
    folder,
    runs.map(({ id }) => id),
  );
  await results.takeShards();
  await results.removeUnfinished();
  const tidy = async (id: string) => {
    if (!keepLogs) await removeLog(folder, id);
  };
  // A log is left over if the program was killed after it stored the run's result.
  for (const { id } of runs) if (results.get(id)) await tidy(id);

  const began = now();
  const waiting = runs.filter(({ id }) => !results.get(id));
  const sum = (some: readonly SweepRun[]) => some.reduce((total, { settings }) => total + work(settings), 0);
  const [all, toMake] = [sum(runs), sum(waiting)];
  const failures: SweepOutcome['failures'] = [];
  let finished = runs.length - waiting.length;
  /** Largest possible number of agent rollouts in the runs that have finished or failed in this call. */
  let made = 0;

  const advance = ({ label, settings }: SweepRun, epoch: number) => {
    const { epochs } = settings;
    const current = made + (work(settings) * epoch) / epochs;
    onProgress?.({
      label,
      epoch,
      epochs,
      finished,
      failed: failures.length,
      runs: runs.length,
      fraction: (all - toMake + current) / all,
      remainingMilliseconds: current > 0 ? ((now() - began) * (toMake - current)) / current : null,
    });
  };

  for (const run of waiting) {
    if (signal.aborted) break;
    advance(run, 0);
    try {
      await results.put(await runOne(run, (epoch) => advance(run, epoch), signal));
      await tidy(run.id);
      finished += 1;
    } catch (error) {
      // An aborted run has not failed. It continues when the sweep is run again.
      if (signal.aborted) break;
      failures.push({ run, error: errorData(error) });
    }
    advance(run, run.settings.epochs);
    made += work(run.settings);
  }
  return { summaries: runs.flatMap(({ id }) => results.get(id) ?? []), failures, cancelled: signal.aborted };
}
