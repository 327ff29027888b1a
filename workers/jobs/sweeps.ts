/**
 * @file Runs sweeps in a worker: one at a time, its results stored run by run. The run under way is stored epoch by epoch in a
 * store of its own, so that the page's list of runs holds only runs that the user opened or asked to keep.
 */
import type { Runs } from '../../src/analysis/run-summary.ts';
import { CodedError } from '../../src/common/coded-error.ts';
import type { ErrorData } from '../../src/common/error-parameters.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import { runEventFormat } from '../../src/genenv/log/event-format.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import { type Models, openModels } from '../../src/runs/models.ts';
import { Session } from '../../src/runs/session.ts';
import { IndexedDbRunStore } from '../../src/store/indexed-db/indexed-db-store.ts';
import { IndexedDbSweepStore, type SweepRecord, type SweepStore } from '../../src/store/indexed-db/database.ts';
import { type RunLocks, type RunStore, WebRunLocks } from '../../src/store/run-store.ts';
import { type FileProblem, readRunFiles } from '../../src/sweeps/results-csv.ts';
import {
  type RunOne,
  runSweep,
  sessionRun,
  summarisingRunner,
  type SweepProgress,
  type SweepResults,
} from '../../src/sweeps/sweep.ts';
import {
  databaseResults,
  filesOfResults,
  parseTelemetry,
  runsOfResults,
  storedResult,
  TELEMETRY_FILE,
} from '../../src/sweeps/summaries-file.ts';
import { readSweep, type Sweep, sweepFile, type SweepRun, sweepRuns } from '../../src/sweeps/sweep-file.ts';
import { armTitle } from '../../src/text/names.ts';
import { PlayerThreads } from '../player/player-threads.ts';
import type { JobContext } from './job-host.ts';

export interface StoredSweep {
  name: string;
  /** Null if only results were imported. */
  sweep: Sweep | null;
  /** Number of runs that have a result. */
  finished: number;
  /** Number of runs in the sweep; null if only results were imported. */
  runs: number | null;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

export interface SweepRequest {
  sweep: Sweep;
  /** Keeps every run with its whole event log and last checkpoint, among the runs of the page. */
  keepRuns: boolean;
}

export interface SweepEnd {
  cancelled: boolean;
  /** Labels of failed runs. They are made again when the sweep continues. */
  failures: { run: string; error: ErrorData }[];
}

export interface SweepParts {
  results: SweepStore;
  /** Stores unfinished runs. */
  runs: RunStore<RunEvent>;
  /** The page's runs, to which runs are copied if they should be kept. */
  library: RunStore<RunEvent>;
  locks: RunLocks;
  openModels(settings: Settings): Promise<Models>;
  /** Reads the wall clock, milliseconds since 1970. */
  now(): number;
  /** Reads a monotonic clock, milliseconds: seconds of runs and the estimate of what is left. */
  clock(): number;
}

/** Separate database for unfinished runs, with the same layout as the page's. */
const RUNS_UNDER_WAY = 'genenv-sweep-runs';

async function pageParts(): Promise<SweepParts> {
  const threads = new PlayerThreads();
  return {
    results: await IndexedDbSweepStore.open(),
    runs: await IndexedDbRunStore.open({ format: runEventFormat, name: RUNS_UNDER_WAY }),
    library: await IndexedDbRunStore.open({ format: runEventFormat }),
    locks: new WebRunLocks(),
    openModels: (settings) => openModels(threads, settings),
    now: Date.now,
    clock: () => performance.now(),
  };
}

export async function sweepJobs(given?: SweepParts) {
  const parts = given ?? (await pageParts());
  const { results, runs: underWay, locks } = parts;
  let current: string | undefined;

  function refuseUnderWay(name: string): void {
    if (current === name) throw new CodedError('sweep-under-way', { name });
  }

  /** Returns the ids of a sweep's runs; null if only results were imported. */
  async function order(name: string): Promise<string[] | null> {
    const record = (await results.list()).find((one) => one.name === name);
    return record?.sweep ? idsOf(readSweep(record.sweep)) : null;
  }

  return {
    /** Lists all stored sweeps, newest change first. */
    'stored-sweeps': async (): Promise<StoredSweep[]> =>
      Promise.all(
        (await results.list()).map(async ({ name, sweep, updatedAt }): Promise<StoredSweep> => {
          const stored = await results.results(name);
          if (sweep === null) return { name, sweep, updatedAt, finished: stored.size, runs: null };
          const valid = readSweep(sweep);
          const ids = await idsOf(valid);
          const finished = ids.filter((id) => stored.has(id)).length;
          return { name, sweep: valid, updatedAt, finished, runs: ids.length };
        }),
      ),
    /** Returns finished runs of a sweep, in its order. */
    'sweep-results': async (name: string): Promise<Runs> =>
      runsOfResults(await results.results(name), await order(name)),
    /** Returns the results as the files `genenv sweep` writes. */
    'sweep-files': async (name: string): Promise<{ path: string; text: string }[]> =>
      filesOfResults(await results.results(name), await order(name)),
    /**
     * Begins a sweep, or continues it; refused while another is under way, here or in another tab. Cancelled, it ends
     * after the stage under way, and what is finished stays.
     */
    sweep: async (
      { sweep, keepRuns }: SweepRequest,
      { report, signal }: JobContext<SweepProgress>,
    ): Promise<SweepEnd> => {
      if (current !== undefined) throw new CodedError('sweep-under-way', { name: current });
      const file = sweepFile(sweep);
      const valid = readSweep(file);
      const { name } = valid;
      current = name;
      try {
        const runs = await sweepRuns(valid, armTitle);
        const lock = await locks.acquire(`sweep ${name}`);
        if (!lock) throw new CodedError('sweep-in-another-tab', { name });
        try {
          const record: SweepRecord = { name, sweep: file, updatedAt: parts.now() };
          await results.put(record);
          const stored = databaseResults(results, record);
          const { failures, cancelled } = await runSweep(runs, {
            runOne: runOne(parts),
            results: keepRuns ? keeping(parts, stored, runs, name) : forgetting(parts, stored),
            now: parts.clock,
            onProgress: report,
            signal,
          });
          return { cancelled, failures: failures.map(({ run, error }) => ({ run: run.label, error })) };
        } finally {
          lock.release();
        }
      } finally {
        current = undefined;
      }
    },
    /** Stores results made elsewhere (summaries, telemetry, logs) as a sweep of this name. */
    'import-results': async ({
      name,
      files,
    }: {
      name: string;
      files: readonly PickedFile[];
    }): Promise<{ runs: number; problems: FileProblem[] }> => {
      refuseUnderWay(name);
      const isTelemetry = ({ path }: PickedFile) => path.split('/').at(-1) === TELEMETRY_FILE;
      const seconds = await Promise.all(
        files.filter(isTelemetry).map(async ({ file }) => parseTelemetry(await file.text())),
      );
      const telemetry = new Map(seconds.flat().map((one) => [one.id, one]));
      const isResult = (file: PickedFile) => !isTelemetry(file) && /\.(?:jsonl?|zip|csv)$/.test(file.path);
      const { runs, problems } = await readRunFiles(files.filter(isResult));
      const stored = new Map(
        runs.map(({ summary }) => [
          summary.id,
          storedResult({ summary, telemetry: telemetry.get(summary.id) ?? null }),
        ]),
      );
      if (stored.size === 0) throw new CodedError('no-finished-runs', { problems });
      await results.remove(name);
      await results.putResults({ name, sweep: null, updatedAt: parts.now() }, stored);
      return { runs: stored.size, problems };
    },
    'remove-sweep': async (name: string): Promise<void> => {
      refuseUnderWay(name);
      const ids = new Set(await order(name));
      await results.remove(name);
      // Also remove the run that was under way when the sweep was stopped.
      for (const { id } of await underWay.list()) if (ids.has(id)) await underWay.remove(id);
    },
  };
}

const idsOf = async (sweep: Sweep): Promise<string[]> => (await sweepRuns(sweep, armTitle)).map(({ id }) => id);

function runOne({ runs, locks, openModels: open, now, clock }: SweepParts): RunOne {
  const openRun = sessionRun(async ({ id, label, settings }) =>
    Session.open(
      { store: runs, locks, openModels: open, now },
      (await runs.get(id)) ? { runId: id } : { newId: id, name: label, settings },
    ),
  );
  return summarisingRunner(openRun, clock, async (id) => ((await runs.get(id))?.epochs ?? 0) > 0);
}

/** Returns results that remove each finished run from the store of runs under way. */
const forgetting = ({ runs }: SweepParts, results: SweepResults): SweepResults => ({
  get: (id) => results.get(id),
  async put(summary, telemetry) {
    await results.put(summary, telemetry);
    await runs.remove(summary.id);
  },
});

/** Copies each finished run to the page's runs, then stores its result and forgets it as `forgetting` does. */
function keeping(parts: SweepParts, results: SweepResults, runs: readonly SweepRun[], sweep: string): SweepResults {
  const { runs: underWay, library } = parts;
  const forget = forgetting(parts, results);
  return {
    ...forget,
    async put(summary, telemetry) {
      const { id } = summary;
      if (!(await library.get(id))) {
        const [record, checkpoint] = await Promise.all([underWay.get(id), underWay.checkpoint(id)]);
        const name = `${sweep}: ${runs.find((run) => run.id === id)!.label}`;
        const stored = { epochs: underWay.epochs(id), checkpoints: checkpoint ? [checkpoint] : [] };
        await library.create({ ...record!, name }, stored);
      }
      await forget.put(summary, telemetry);
    },
  };
}
