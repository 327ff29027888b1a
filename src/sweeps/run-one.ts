/**
 * @file Makes one run of a sweep. A run is a session, which stores its events as it goes; its result is a summary of
 * them.
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
  /** Null if the time of stored epochs is not known, or nothing is timed. */
  telemetry: RunTelemetry | null;
}

/** Makes one run. Rejects with the signal's reason soon after it is aborted. */
export type RunOne = (run: SweepRun, onEpoch: (epoch: number) => void, signal: AbortSignal) => Promise<RunResult>;

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
  (open: StartRun, clock?: () => number, isBegun?: (id: string) => boolean): RunOne =>
  async ({ id, arm, models, ...run }, onEpoch, signal) => {
    const now = isBegun?.(id) ? undefined : clock;
    const began = now?.() ?? 0;
    const events: RunEvent[] = [];
    const seconds: number[] = [];
    signal.throwIfAborted();
    for await (const event of open({ id, arm, models, ...run }, signal)) {
      signal.throwIfAborted();
      events.push(outlineEvent(event));
      if (event.type !== 'run-started' && event.type !== 'epoch-ended') continue;
      if (now) seconds.push((now() - began) / 1000);
      if (event.type === 'epoch-ended') onEpoch(event.epoch);
    }
    return { summary: summariseRun({ id, arm, models }, events), telemetry: now ? { id, seconds } : null };
  };

/** The logs of runs lie in this folder of a sweep's folder. */
export const LOGS_FOLDER = 'runs';

const runLog = (folder: string, id: string): string => join(folder, LOGS_FOLDER, `${id}.jsonl`);

/**
 * Makes each run with its log in the folder of the sweep.
 * @param host opens the models: `DeviceModels` for folders on the disk
 * @param now times the durations beside the results, in milliseconds
 */
export const runInFolder = (folder: string, host: ModelHost, now: () => number): RunOne =>
  summarisingRunner(
    sessionRun(
      async ({ id, settings }) => (await openHeadlessRun({ settings, out: runLog(folder, id), host })).session,
    ),
    now,
    (id) => existsSync(runLog(folder, id)),
  );

/** Removes what `runInFolder` stored of a run. */
export async function removeLog(folder: string, id: string): Promise<void> {
  const log = runLog(folder, id);
  for (const path of [log, `${log}.checkpoints`, lockFile(log)]) await rm(path, { recursive: true, force: true });
}
