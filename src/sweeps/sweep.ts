/**
 * @file Makes the runs of a sweep, one after the other or some at once: what is finished stays finished, whatever
 * happens next. A run is a session, which stores its events as it goes; its result is a summary of them.
 *
 * Results do not depend on how many runs are made at once.
 */
import { type RunLabels, type RunSummary, type RunTelemetry, summariseRun } from '../analysis/run-summary.ts';
import { errorData } from '../common/error-data.ts';
import type { ErrorData } from '../common/error-parameters.ts';
import { Queue } from '../common/once.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import type { Settings } from '../genenv/settings/settings.ts';
import type { Session } from '../runs/session.ts';
import type { SweepRun } from './sweep-file.ts';

/** Keeps results. A result is there as a whole, or not. */
export interface SweepResults {
  get(id: string): Promise<RunSummary | undefined>;
  put(summary: RunSummary, telemetry: RunTelemetry | null): Promise<void>;
}

export interface RunResult {
  summary: RunSummary;
  telemetry: RunTelemetry | null;
}

/** Makes one run. Rejects with the signal's reason soon after it is aborted. */
export type RunOne = (run: SweepRun, onEpoch: (epoch: number) => void, signal: AbortSignal) => Promise<RunResult>;

export interface SweepProgress {
  /** Label of the run that has just progressed, and its number of finished epochs. */
  label: string;
  epoch: number;
  epochs: number;
  /** Numbers of runs: with a result (found or made), failed, and all. */
  finished: number;
  failed: number;
  runs: number;
  /** Share of all the work that is done, by agent rollouts. */
  fraction: number;
  /** Estimated from the rollouts made since the sweep was started or resumed; null before the first epoch ends. */
  remainingMilliseconds: number | null;
}

export interface SweepOutcome {
  /** In the order of the sweep's runs, without those that failed or were not reached. */
  summaries: RunSummary[];
  /** A failed run is made again when the sweep is run again. */
  failures: { run: SweepRun; error: ErrorData }[];
  cancelled: boolean;
}

export interface SweepParts {
  runOne: RunOne;
  /** Number of runs that are made at once. Default: 1. */
  jobs?: number;
  results: SweepResults;
  /** Times progress, in milliseconds; no result depends on it. */
  now(): number;
  onProgress?: (progress: SweepProgress) => void;
  signal?: AbortSignal;
}

const neverAborted = (): AbortSignal => new AbortController().signal;

/** Returns the largest number of agent rollouts of a run, which is known beforehand. */
const work = (settings: Settings): number => settings.epochs * settings.tasksPerEpoch * settings.groupSize;

/** Makes the runs that have no result yet. */
export async function runSweep(runs: readonly SweepRun[], parts: SweepParts): Promise<SweepOutcome> {
  const { runOne, results, jobs = 1, now, onProgress, signal = neverAborted() } = parts;
  const began = now();
  const all = runs.reduce((sum, { settings }) => sum + work(settings), 0);
  const summaries = new Map<string, RunSummary>();
  const errors = new Map<string, ErrorData>();
  let found = 0;
  let made = 0;
  /** Work done so far on the runs under way. */
  const underWay = new Map<string, number>();

  const report = ({ label, settings }: SweepRun, epoch: number) => {
    const current = [...underWay.values()].reduce((sum, done) => sum + done, made);
    onProgress?.({
      label,
      epoch,
      epochs: settings.epochs,
      finished: summaries.size,
      failed: errors.size,
      runs: runs.length,
      fraction: (found + current) / all,
      remainingMilliseconds: current > 0 ? ((now() - began) * (all - found - current)) / current : null,
    });
  };
  const advance = (run: SweepRun, epoch: number) => {
    underWay.set(run.id, (work(run.settings) * epoch) / run.settings.epochs);
    report(run, epoch);
  };

  for (const run of runs) {
    const summary = await results.get(run.id);
    if (!summary) continue;
    summaries.set(run.id, summary);
    found += work(run.settings);
  }

  // Results are stored one after the other: each writes all of them.
  const storing = new Queue();

  async function make(run: SweepRun): Promise<void> {
    advance(run, 0);
    try {
      const result = await runOne(run, (epoch) => advance(run, epoch), signal);
      await storing.add(() => results.put(result.summary, result.telemetry));
      summaries.set(run.id, result.summary);
    } catch (error) {
      // The run was stopped and has not failed: it goes on the next time.
      if (signal.aborted) return;
      errors.set(run.id, errorData(error));
    }
    advance(run, run.settings.epochs);
    underWay.delete(run.id);
    made += work(run.settings);
  }

  const waiting = runs.filter(({ id }) => !summaries.has(id));
  const lane = async () => {
    for (let run = waiting.shift(); run && !signal.aborted; run = waiting.shift()) await make(run);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, lane));
  return {
    summaries: runs.flatMap(({ id }) => summaries.get(id) ?? []),
    failures: runs.flatMap((run) => {
      const error = errors.get(run.id);
      return error ? [{ run, error }] : [];
    }),
    cancelled: signal.aborted,
  };
}

/** Yields the events of a run from its beginning. */
export type StartRun = (run: SweepRun, signal: AbortSignal) => AsyncIterable<RunEvent>;

/**
 * Makes a run that survives being stopped in its middle: what the session already has comes first, then what it goes on
 * to do.
 */
export const sessionRun = (open: (run: SweepRun) => Promise<Session>): StartRun =>
  async function* (run): AsyncGenerator<RunEvent, void, void> {
    const session = await open(run);
    try {
      yield* await session.events();
      for (let event = await session.next(); event; event = await session.next()) yield event;
    } finally {
      await session.dispose();
    }
  };

/**
 * @param clock tells milliseconds, if seconds are to be recorded beside the results
 * @param isBegun tells whether a run goes on after stored epochs: their time is not known, so the run has no seconds
 */
export const summarisingRunner =
  (open: StartRun, clock?: () => number, isBegun?: (id: string) => Promise<boolean>): RunOne =>
  async (run, onEpoch, signal) => {
    const labels: RunLabels = { id: run.id, arm: run.arm, models: run.models };
    const now = (await isBegun?.(run.id)) ? undefined : clock;
    const began = now?.() ?? 0;
    const events: RunEvent[] = [];
    const seconds: number[] = [];
    signal.throwIfAborted();
    for await (const event of open(run, signal)) {
      signal.throwIfAborted();
      events.push(outlineEvent(event));
      if (event.type !== 'run-started' && event.type !== 'epoch-ended') continue;
      if (now) seconds.push((now() - began) / 1000);
      if (event.type === 'epoch-ended') onEpoch(event.epoch);
    }
    return { summary: summariseRun(labels, events), telemetry: now ? { id: run.id, seconds } : null };
  };
