/** @file The contract with the thread that makes sweeps. One goes on by itself, stored epoch by epoch. */
import type { Runs } from '../../../src/analysis/run-summary.ts';
import type { ErrorData } from '../../../src/common/error-parameters.ts';
import type { FileProblem } from '../../../src/sweeps/read-summaries.ts';
import type { Sweep } from '../../../src/sweeps/sweep-file.ts';
import type { SweepProgress } from '../../../src/sweeps/sweep.ts';
import type { PickedFile } from '../../../src/common/byte-source.ts';

export interface StoredSweep {
  name: string;
  /** Null where only results were brought in. */
  sweep: Sweep | null;
  /** Runs that have a result. */
  finished: number;
  /** Runs of the sweep; null where only results were brought in. */
  runs: number | null;
  /** Wall-clock milliseconds since 1970. */
  updatedAt: number;
}

export interface SweepOptions {
  /** Also keep every run with its whole event log and last checkpoint, among the runs of the page. */
  keepRuns: boolean;
}

export interface SweepJob {
  name: string;
  /** `stopping`: cancelled, and the stage under way ends first. */
  phase: 'running' | 'stopping' | 'finished' | 'cancelled' | 'failed';
  /** Null before the first run has begun. */
  progress: SweepProgress | null;
  /** Runs that failed, by label; they are made again when the sweep is continued. */
  failures: { run: string; error: ErrorData }[];
  /** Why the sweep itself failed, beyond its runs: its results could not be stored, for example. Null where it did not. */
  error: ErrorData | null;
}

/** At most one sweep is under way. */
export interface SweepWorker {
  /** All stored sweeps, newest change first. */
  sweeps(): Promise<StoredSweep[]>;
  /** Finished runs of a sweep, in its order. */
  results(name: string): Promise<Runs>;
  /** Begins a sweep, or goes on with it; refused while another is under way, here or in another tab. */
  start(sweep: Sweep, options: SweepOptions): Promise<SweepJob>;
  /** The sweep under way, or the last one; null where there was none since the page was opened. */
  job(): Promise<SweepJob | null>;
  /** Stops after the stage under way; what is finished stays. */
  cancel(): Promise<void>;
  /** Stores results made elsewhere (summaries, telemetry, logs) as a sweep of this name. */
  importResults(name: string, files: readonly PickedFile[]): Promise<{ runs: number; problems: FileProblem[] }>;
  /** The results as the files `genenv sweep` writes. */
  files(name: string): Promise<{ path: string; text: string }[]>;
  remove(name: string): Promise<void>;
}
