/**
 * @file Makes one run of a sweep. The run is a session, which stores its events. Its result is a summary of these
 * events.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunSummary, summariseRun } from '../analysis/run-summary.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import type { ModelHost } from '../runs/model-host.ts';
import { openHeadlessRun } from '../runs/run-headless.ts';
import type { Session } from '../runs/session.ts';
import { lockFile } from '../store/files/durable-files.ts';
import type { SweepRun } from './sweep-file.ts';

/** Makes one run and returns its summary. Rejects with the signal's reason soon after the signal is aborted. */
export type RunOne = (run: SweepRun, onEpoch: (epoch: number) => void, signal: AbortSignal) => Promise<RunSummary>;

/** Yields the events of a run from its beginning. */
export type StartRun = (run: SweepRun) => AsyncIterable<RunEvent>;

/** Returns a function that makes a run which can be stopped and continued. Stored events come first, then new ones. */
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

export const summarisingRunner =
  (open: StartRun): RunOne =>
  async (run, onEpoch, signal) => {
    const events: RunEvent[] = [];
    signal.throwIfAborted();
    for await (const event of open(run)) {
      signal.throwIfAborted();
      events.push(outlineEvent(event));
      if (event.type === 'epoch-ended') onEpoch(event.epoch);
    }
    return summariseRun(run, events);
  };

/** Subfolder of a sweep's folder for the logs of runs. */
export const LOGS_FOLDER = 'runs';

const runLog = (folder: string, id: string): string => join(folder, LOGS_FOLDER, `${id}.jsonl`);

/** Returns a function that makes a run, and stores its log in the sweep's folder. */
export const runInFolder = (folder: string, host: ModelHost): RunOne =>
  summarisingRunner(
    sessionRun(
      async ({ id, settings }) => (await openHeadlessRun({ settings, out: runLog(folder, id), host })).session,
    ),
  );

/** Removes the files that `runInFolder` stored for a run. */
export async function removeLog(folder: string, id: string): Promise<void> {
  const log = runLog(folder, id);
  for (const path of [log, `${log}.checkpoints`, lockFile(log)]) await rm(path, { recursive: true, force: true });
}
