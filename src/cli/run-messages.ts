/** @file Messages between the program and the processes that make its runs: plain data, one at a time. */
import type { ErrorData } from '../common/error-parameters.ts';
import type { SweepRun } from '../sweeps/sweep-file.ts';
import type { RunResult } from '../sweeps/sweep.ts';

/** The options of a process; its only argument, as JSON. */
export interface RunProcessOptions {
  /** The folder of the sweep: logs lie in it. */
  folder: string;
  /** In which model names are looked up. */
  models: string;
}

/** A process makes one run at a time; `stop` stops it after the stage under way. */
export type ToRunProcess = { type: 'run'; run: SweepRun } | { type: 'stop' };

/** Epochs as they end, then how the run ended. */
export type FromRunProcess =
  { type: 'epoch'; epoch: number } | { type: 'finished'; result: RunResult } | { type: 'failed'; error: ErrorData };
