/**
 * @file Makes one run of a sweep. The run is a session, which stores its events. The result is a summary of the events.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunSummary, type RunTelemetry, summariseRun } from '../analysis/run-summary.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import type { ModelHost } from '../runs/model-host.ts';
import { openHeadlessRun } from '../runs/run-headless.ts';
import type { Session } from '../runs/session.ts';
import { lockFile } from '../store/files/durable-files.ts';
import type { SweepRun } from './sweep-file.ts';

export interface RunResult {
  summary: RunSummary;
  /** Null if nothing is timed, or if epochs were made in an earlier session. */
  telemetry: RunTelemetry | null;
}

/** Makes one run. Rejects with the signal's reason soon after it is aborted. */
export type RunOne = (run: SweepRun, onEpoch: (epoch: number) => void, signal: AbortSignal) => Promise<RunResult>;

/** Yields the events of a run from its beginning. */
export type StartRun = (run: SweepRun) => AsyncIterable<RunEvent>;

/**
 * Makes a run that can be stopped and continued. Stored events of the session come first, then new events.
 */
export const sessionRun = (open: (run: SweepRun) => Promise<Session>): StartRun =>
  async function* (run): AsyncGenerator<RunEvent, void, void> {
    const session = await open(run);
    try {
      for await (const epoch of session.storedEpochs()) yield* epoch;
      for (let event = await session.next(); event; event = await session.next()) yield event;
    } finally {
      await session.dispose();
    }
  };

/**
 * @param clock returns milliseconds; default: nothing is timed
 * @param isBegun returns true if a run continues after stored epochs, whose durations are unknown, so that it is not
 * timed
 */
export const summarisingRunner =
  (open: StartRun, clock?: () => number, isBegun?: (id: string) => boolean): RunOne =>
  async (run, onEpoch, signal) => {
    const now = isBegun?.(run.id) ? undefined : clock;
    const began = now?.() ?? 0;
    const events: RunEvent[] = [];
    const seconds: number[] = [];
    signal.throwIfAborted();
    for await (const event of open(run)) {
      signal.throwIfAborted();
      events.push(outlineEvent(event));
      if (event.type !== 'run-started' && event.type !== 'epoch-ended') continue;
      if (now) seconds.push((now() - began) / 1000);
      if (event.type === 'epoch-ended') onEpoch(event.epoch);
    }
    return { summary: summariseRun(run, events), telemetry: now ? { id: run.id, seconds } : null };
  };

/** Subfolder of a sweep's folder for the logs of runs. */
export const LOGS_FOLDER = 'runs';

const runLog = (folder: string, id: string): string => join(folder, LOGS_FOLDER, `${id}.jsonl`);

/**
 * Makes each run with its log in the sweep's folder.
 * @param now clock for durations, in milliseconds
 */
export const runInFolder = (folder: string, host: ModelHost, now: () => number): RunOne =>
  summarisingRunner(
    sessionRun(
      async ({ id, settings }) => (await openHeadlessRun({ settings, out: runLog(folder, id), host })).session,
    ),
    now,
    (id) => existsSync(runLog(folder, id)),
  );

/** Removes the files that `runInFolder` stored for a run. */
export async function removeLog(folder: string, id: string): Promise<void> {
  const log = runLog(folder, id);
  for (const path of [log, `${log}.checkpoints`, lockFile(log)]) await rm(path, { recursive: true, force: true });
}
