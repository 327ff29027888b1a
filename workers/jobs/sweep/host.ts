/**
 * @file Sweeps without their thread: one under way at most, its results stored run by run, the run under way epoch by
 * epoch in a store of its own, so that the page's list of runs holds only runs that a person opened or asked to keep.
 */
import type { Models } from '../../../src/runs/models.ts';
import { CodedError } from '../../../src/common/coded-error.ts';
import { errorData } from '../../../src/common/error-data.ts';
import { type FileProblem, readRunFiles } from '../../../src/sweeps/read-summaries.ts';
import { parseTelemetry } from '../../../src/sweeps/summaries-file.ts';
import { Session } from '../../../src/runs/session.ts';
import {
  databaseResults,
  filesOfResults,
  runsOfResults,
  storedResult,
  TELEMETRY_FILE,
} from '../../../src/sweeps/sweep-results.ts';
import { readSweep, type Sweep, sweepFile, type SweepRun, sweepRuns } from '../../../src/sweeps/sweep-file.ts';
import { sessionRun, summarisingRunner } from '../../../src/sweeps/run-one.ts';
import { type RunOne, runSweep, type SweepResults } from '../../../src/sweeps/sweep.ts';
import type { RunEvent } from '../../../src/genenv/log/events.ts';
import type { Settings } from '../../../src/genenv/settings/settings.ts';
import type { RunLocks, RunStore } from '../../../src/store/run-store.ts';
import type { SweepRecord, SweepStore } from '../../../src/store/indexed-db/database.ts';
import { armTitle } from '../../../src/text/names.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';
import type { StoredSweep, SweepJob, SweepOptions, SweepWorker } from './contract.ts';

export interface SweepHostParts {
  results: SweepStore;
  /** Runs under way. */
  runs: RunStore<RunEvent>;
  /** The page's runs: where runs go that are to be kept. */
  library: RunStore<RunEvent>;
  locks: RunLocks;
  openModels(settings: Settings): Promise<Models>;
  /** Wall clock, milliseconds since 1970. */
  now(): number;
  /** A monotonic clock, milliseconds: seconds of runs and the estimate of what is left. */
  clock(): number;
}

export class SweepHost implements SweepWorker {
  private current: SweepJob | undefined;
  private stop: AbortController | undefined;

  constructor(private readonly parts: SweepHostParts) {}

  async sweeps(): Promise<StoredSweep[]> {
    const { results } = this.parts;
    return Promise.all(
      (await results.list()).map(async ({ name, sweep, updatedAt }): Promise<StoredSweep> => {
        const stored = await results.results(name);
        if (sweep === null) return { name, sweep, updatedAt, finished: stored.size, runs: null };
        const valid = readSweep(sweep);
        const ids = (await sweepRuns(valid, armTitle)).map(({ id }) => id);
        return {
          name,
          sweep: valid,
          updatedAt,
          finished: ids.filter((id) => stored.has(id)).length,
          runs: ids.length,
        };
      }),
    );
  }

  async results(name: string) {
    return runsOfResults(await this.parts.results.results(name), await this.order(name));
  }

  async files(name: string) {
    return filesOfResults(await this.parts.results.results(name), await this.order(name));
  }

  async start(sweep: Sweep, options: SweepOptions): Promise<SweepJob> {
    if (this.stop) throw new CodedError('sweep-under-way', { name: this.current!.name });
    const file = sweepFile(sweep);
    const valid = readSweep(file);
    const runs = await sweepRuns(valid, armTitle);
    const lock = await this.parts.locks.acquire(`sweep ${valid.name}`);
    if (!lock) throw new CodedError('sweep-in-another-tab', { name: valid.name });
    const record: SweepRecord = { name: valid.name, sweep: file, updatedAt: this.parts.now() };
    try {
      await this.parts.results.put(record);
    } catch (error) {
      lock.release();
      throw error;
    }
    const job: SweepJob = { name: valid.name, phase: 'running', progress: null, failures: [], error: null };
    this.current = job;
    this.stop = new AbortController();
    // Not awaited: the page asks for the job.
    void this.make(job, runs, record, options, this.stop.signal).finally(() => {
      this.stop = undefined;
      lock.release();
    });
    return structuredClone(job);
  }

  async job(): Promise<SweepJob | null> {
    return this.current ? structuredClone(this.current) : null;
  }

  async cancel(): Promise<void> {
    if (!this.stop || !this.current) return;
    this.current.phase = 'stopping';
    this.stop.abort(new Error('The sweep was cancelled.'));
  }

  async importResults(name: string, files: readonly PickedFile[]): Promise<{ runs: number; problems: FileProblem[] }> {
    this.refuseUnderWay(name);
    const isTelemetry = ({ path }: PickedFile) => path.split('/').at(-1) === TELEMETRY_FILE;
    const seconds = await Promise.all(
      files.filter(isTelemetry).map(async ({ file }) => parseTelemetry(await file.text())),
    );
    const telemetry = new Map(seconds.flat().map((one) => [one.id, one]));
    const isResult = (file: PickedFile) => !isTelemetry(file) && /\.(?:jsonl?|zip|csv)$/.test(file.path);
    const { runs, problems } = await readRunFiles(files.filter(isResult));
    const summaries = new Map(runs.map(({ summary }) => [summary.id, summary]));
    if (summaries.size === 0) {
      throw new CodedError('no-finished-runs', { problems });
    }
    await this.parts.results.remove(name);
    await this.parts.results.putResults(
      { name, sweep: null, updatedAt: this.parts.now() },
      new Map(
        [...summaries].map(([id, summary]) => [id, storedResult({ summary, telemetry: telemetry.get(id) ?? null })]),
      ),
    );
    return { runs: summaries.size, problems };
  }

  async remove(name: string): Promise<void> {
    this.refuseUnderWay(name);
    const ids = new Set(await this.order(name));
    await this.parts.results.remove(name);
    // The run that was under way when the sweep was stopped.
    for (const { id } of await this.parts.runs.list()) if (ids.has(id)) await this.parts.runs.remove(id);
  }

  private refuseUnderWay(name: string): void {
    if (this.stop && this.current?.name === name) throw new CodedError('sweep-under-way', { name });
  }

  /** Ids of a sweep's runs; null where only results were brought in. */
  private async order(name: string): Promise<string[] | null> {
    const record = (await this.parts.results.list()).find((one) => one.name === name);
    return record?.sweep ? (await sweepRuns(readSweep(record.sweep), armTitle)).map(({ id }) => id) : null;
  }

  private async make(
    job: SweepJob,
    runs: readonly SweepRun[],
    record: SweepRecord,
    options: SweepOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock } = this.parts;
    try {
      const { failures, cancelled } = await runSweep(runs, {
        runOne: this.runOne(),
        results: this.keeping(databaseResults(this.parts.results, record), runs, record.name, options),
        now: clock,
        onProgress: (progress) => (job.progress = progress),
        signal,
      });
      job.failures = failures.map(({ run, error }) => ({ run: run.label, error }));
      job.phase = cancelled ? 'cancelled' : failures.length > 0 ? 'failed' : 'finished';
    } catch (error) {
      job.error = errorData(error);
      job.phase = 'failed';
    }
  }

  private runOne(): RunOne {
    const { runs, locks, openModels, now, clock } = this.parts;
    const open = sessionRun(async ({ id, label, settings }) =>
      Session.open(
        { store: runs, locks, openModels, now },
        (await runs.get(id)) ? { runId: id } : { newId: id, name: label, settings },
      ),
    );
    // The time of a resumed run's first epochs is not known: it has no seconds, rather than wrong ones.
    return async (run, ...rest) =>
      summarisingRunner(open, ((await runs.get(run.id))?.epochs ?? 0) > 0 ? undefined : clock)(run, ...rest);
  }

  /** A finished run leaves the store of those under way, for the page's runs or for good. */
  private keeping(
    results: SweepResults,
    runs: readonly SweepRun[],
    sweep: string,
    { keepRuns }: SweepOptions,
  ): SweepResults {
    const { runs: underWay, library } = this.parts;
    return {
      get: (id) => results.get(id),
      async put(summary, telemetry) {
        const { id } = summary;
        if (keepRuns && !(await library.get(id))) {
          const [record, checkpoint] = await Promise.all([underWay.get(id), underWay.checkpoint(id)]);
          const name = `${sweep}: ${runs.find((run) => run.id === id)!.label}`;
          await library.create(
            { ...record!, name },
            { epochs: underWay.epochs(id), checkpoints: checkpoint ? [checkpoint] : [] },
          );
        }
        await results.put(summary, telemetry);
        await underWay.remove(id);
      },
    };
  }
}
