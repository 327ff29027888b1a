/**
 * @file Makes the runs of a sweep one after the other: what is finished stays finished, whatever happens next. Where the
 * runs come from, where results go and what time it is are given, so that the page and the headless program share this.
 */
import type { Settings } from '../genenv/settings/settings.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import type { RunTelemetry } from '../analysis/run-telemetry.ts';
import { type ErrorData, errorData } from '../common/error-data.ts';
import type { SweepRun } from './sweep-file.ts';

/** Where results are kept. A result is there as a whole, or not. */
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
  /** The run being made, and which epochs of it are finished. */
  label: string;
  epoch: number;
  epochs: number;
  /** Runs with a result (found or made), failed ones, and all. */
  finished: number;
  failed: number;
  runs: number;
  /** Of all the work, by agent rollouts. */
  fraction: number;
  elapsedMilliseconds: number;
  /** Estimated from the rollouts made since the sweep was started or resumed; null before the first epoch ends. */
  remainingMilliseconds: number | null;
}

export interface SweepOutcome {
  /** In the order of the sweep's runs; those that failed or were not reached are missing. */
  summaries: RunSummary[];
  /** Why runs failed. A failed run is made again when the sweep is run again. */
  failures: { run: SweepRun; error: ErrorData }[];
  cancelled: boolean;
}

export interface SweepParts {
  runOne: RunOne;
  results: SweepResults;
  /** A clock for progress, milliseconds; part of no result. */
  now(): number;
  onProgress?: (progress: SweepProgress) => void;
  signal?: AbortSignal;
}

const neverAborted = (): AbortSignal => new AbortController().signal;

/** How much work a run is, in agent rollouts: known before it is made. */
const work = ({ epochs, tasksPerEpoch, groupSize }: Settings): number => epochs * tasksPerEpoch * groupSize;

/** Makes the runs that have no result yet. */
export async function runSweep(runs: readonly SweepRun[], parts: SweepParts): Promise<SweepOutcome> {
  const { runOne, results, now, onProgress, signal = neverAborted() } = parts;
  const began = now();
  const all = runs.reduce((sum, { settings }) => sum + work(settings), 0);
  const outcome: SweepOutcome = { summaries: [], failures: [], cancelled: false };
  let found = 0;
  let made = 0;

  const report = ({ label, settings }: SweepRun, epoch: number) => {
    const elapsedMilliseconds = now() - began;
    const current = made + (work(settings) * epoch) / settings.epochs;
    onProgress?.({
      label,
      epoch,
      epochs: settings.epochs,
      finished: outcome.summaries.length,
      failed: outcome.failures.length,
      runs: runs.length,
      fraction: (found + current) / all,
      elapsedMilliseconds,
      remainingMilliseconds: current > 0 ? (elapsedMilliseconds * (all - found - current)) / current : null,
    });
  };

  const kept = new Map<string, RunSummary>();
  for (const run of runs) {
    const summary = await results.get(run.id);
    if (!summary) continue;
    kept.set(run.id, summary);
    found += work(run.settings);
  }
  for (const run of runs) {
    const summary = kept.get(run.id);
    if (summary) {
      outcome.summaries.push(summary);
      continue;
    }
    if (signal.aborted) break;
    report(run, 0);
    try {
      const result = await runOne(run, (epoch) => report(run, epoch), signal);
      await results.put(result.summary, result.telemetry);
      outcome.summaries.push(result.summary);
    } catch (error) {
      if (signal.aborted) break;
      outcome.failures.push({ run, error: errorData(error) });
    }
    report(run, run.settings.epochs);
    made += work(run.settings);
  }
  outcome.cancelled = signal.aborted;
  return outcome;
}
