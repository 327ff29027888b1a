/** @file One run of a sweep: its events, from a session that stores them as it goes, folded into a summary. */
import { type RunLabels, summariseRun } from '../analysis/run-summary.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { outlineEvent } from '../genenv/log/outline-event.ts';
import type { Session } from '../runs/session.ts';
import type { SweepRun } from './sweep-file.ts';
import type { RunOne } from './sweep.ts';

/** The events of a run from its beginning. */
export type StartRun = (run: SweepRun, signal: AbortSignal) => AsyncIterable<RunEvent>;

/** A run that survives being stopped in its middle: what the session already has comes first, then what it goes on to do. */
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
 * @param clock a clock in milliseconds, if seconds are to be recorded beside the results
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
