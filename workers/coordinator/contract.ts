/**
 * @file What crosses between threads: one interface per boundary, imported by both sides.
 *
 *   page ⇄ Coordinator (coordinator.worker.ts) ⇄ 2 × PolicyWorker (policy.worker.ts)
 *
 * Every argument and result is structured-cloneable. There are no callbacks (each would be a MessagePort per call): who
 * wants to know how far a stage is asks for telemetry. Every failure is an Error whose message is a sentence with the
 * cause and the remedy.
 */
import type { RunEvent, SettingsChanged } from '../../src/genenv/events.ts';
import type { PolicyTelemetry } from '../../src/policy/policy.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import type { SessionState } from '../../src/runs/session-contract.ts';
import type { SignalQuestion, SignalSlice } from '../../src/runs/signal/measured-signal.ts';
import type { RunRecord } from '../../src/store/run-store.ts';

/** What a page shows of a run: also of one that cannot be continued here. */
export interface StoredRun {
  record: RunRecord;
  events: RunEvent[];
}

/** What a list of runs says of one beyond its record. */
export interface RunDetails {
  /** What the agent ran on; null where no epoch is finished. */
  adapter: string | null;
  /** Whether weights are stored, so that it can go on. */
  weights: boolean;
}

export interface Telemetry {
  /** Monotonic milliseconds at which this was measured: two of these give tokens per second. */
  at: number;
  agent: PolicyTelemetry;
  environment: PolicyTelemetry;
  /** What this site stores and may store, bytes; null where the browser does not tell. */
  storage: { used: number; available: number } | null;
}

/**
 * The loop's coordinator: at most one run is open. A run is stepped by calling `next`, paused by not calling it; a
 * call waits for those before it, except `telemetry` and the reading of other runs.
 */
export interface Coordinator {
  /** All stored runs that are not discarded, newest change first. */
  runs(): Promise<RunRecord[]>;
  details(runId: string): Promise<RunDetails>;
  /** A stored run as it is, without opening it: no models, no GPU. */
  read(runId: string): Promise<StoredRun>;
  /**
   * Opens a stored run, or a new one, in place of the one that is open; loads both models. After a failure (a lost GPU),
   * opening the same run again goes on after its last finished epoch. A run that another tab has open is refused.
   */
  open(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState>;
  /** Runs one stage of the open run; null where it has had all its epochs. */
  next(): Promise<RunEvent | null>;
  /** Takes effect at the next stage; the event that is now in the log, or null before the run's first stage. */
  changeSettings(changes: Partial<Settings>): Promise<SettingsChanged | null>;
  /** Proposition 1 measured on some tasks with the open run's agent; the run goes on as if it had not been. */
  measureSignal(question: SignalQuestion): Promise<SignalSlice>;
  /** Null where no run is open. */
  telemetry(): Promise<Telemetry | null>;
  /** A stored run as one file (store/run-file.ts); `weights` adds its last checkpoint, so that it can go on elsewhere. */
  exportRun(runId: string, options: { weights: boolean }): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Stores the run of a file as a new run, as far as it is whole; `problems` are sentences on what is not. The file: an
   * exported run, an event log, or a real run's log (experiments/read-any-run.ts).
   */
  importRun(file: Uint8Array<ArrayBuffer>, fileName: string): Promise<{ record: RunRecord; problems: string[] }>;
  /** What such a file holds, without storing it: neither a database nor models are needed. */
  inspect(file: Uint8Array<ArrayBuffer>, fileName: string): Promise<StoredRun>;
  rename(runId: string, name: string): Promise<void>;
  /** Takes a run out of the list, until it is restored or removed; closes it first where it is the open one. */
  discard(runId: string): Promise<void>;
  restore(runId: string): Promise<void>;
  /** Removes what is discarded, for good. */
  removeDiscarded(): Promise<void>;
  /** Removes a stored run; closes it first where it is the open one. */
  remove(runId: string): Promise<void>;
  /** Closes the open run; what its unfinished epoch has done is forgotten. */
  close(): Promise<void>;
}
