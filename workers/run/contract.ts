/**
 * @file The contracts between threads: one interface per boundary, imported by both sides.
 *
 *   page ⇄ Coordinator (run.worker.ts) ⇄ PolicyWorker (player.worker.ts), one for each model or
 *   for models that share a base
 *
 * Every argument and result is structured-cloneable. There are no callbacks (each would be a MessagePort per call): a page
 * that shows a stage's progress asks for telemetry. A failure that a person can mend is a
 * CodedError, which keeps its code and parameters (rpc/error-codes.ts).
 */
import type { Session } from '../../src/runs/session.ts';
import type { LogComparison } from '../../src/analysis/compare-logs.ts';
import type { ErrorData } from '../../src/common/error-parameters.ts';
import type { PickedFile } from '../../src/common/byte-source.ts';
import type { RunEvent } from '../../src/genenv/log/events.ts';
import type { PolicyTelemetry, WeightValues } from '../../src/policy/policy.ts';
import type { Settings } from '../../src/genenv/settings/settings.ts';
import type { SettingsPlan } from '../../src/runs/plan/plan-for-host.ts';
import type { SessionState } from '../../src/runs/session-contract.ts';
import type {
  Anatomies,
  AttentionAnswer,
  AttentionQuestion,
  BeforeAndNow,
  WeightQuestion,
} from '../../src/runs/look-inside.ts';
import type {
  EnvironmentPoolEntry,
  PoolName,
  PoolQuery,
  Positioned,
  TrainPoolEntry,
} from '../../src/store/pool-contract.ts';
import type { Columns } from '../../src/runs/rollouts/columns.ts';
import type { Mapping } from '../../src/runs/rollouts/rollout-files.ts';
import type { RunRecord } from '../../src/store/run-store.ts';

/** A run as a page shows it, whether or not it can continue here. */
export interface StoredRun {
  record: RunRecord;
  /**
   * Outlines of all epochs but the newest (genenv/log/outline-event.ts). `runs.readEpoch` gives the whole of one, or
   * `InspectedService.epoch`, where the run is that of a file that is looked at.
   */
  events: RunEvent[];
}

/** The parts of a run that a list shows besides its record. */
export interface RunDetails {
  /** The adapter that the agent ran on; null where no epoch is finished. */
  adapter: string | null;
  /** Epochs whose weights are stored, ascending: the run can continue after the last, and branch after each. */
  checkpoints: number[];
}

export interface Telemetry {
  /** When this was measured, milliseconds of a monotonic clock: two measurements give tokens per second. */
  at: number;
  agent: PolicyTelemetry;
  environment: PolicyTelemetry;
  /** Bytes that this site stores and may store; null where the browser does not say. */
  storage: { used: number; available: number } | null;
}

/** A run that was read from files; null where nothing of it could be read. */
export interface ImportedRun {
  name: string;
  record: RunRecord | null;
  problems: ErrorData[];
  /** The columns of another trainer's log, if it is one. */
  mapping?: Mapping;
}

/** An entry of D_train or of D_env, with its position in the pool. */
export type PoolItem = Positioned<TrainPoolEntry | EnvironmentPoolEntry>;

export interface PoolChoice {
  runId: string;
  pool: PoolName;
}

/** The stored runs. Who changes one that is open here closes it first, but for its name. */
export interface RunsService {
  /** All stored runs that are not discarded, newest change first. */
  list(): Promise<RunRecord[]>;
  details(runId: string): Promise<RunDetails>;
  /** Reads a stored run with its events, without opening it: no models, no GPU. */
  read(runId: string): Promise<StoredRun>;
  /** The events of one finished epoch of a stored run; empty if there is none of that number. */
  readEpoch(runId: string, epoch: number): Promise<RunEvent[]>;
  /** @param known a comparison of the same two logs when they were shorter; null if one is not stored */
  compare(one: string, other: string, known?: LogComparison): Promise<LogComparison | null>;
  /** A stored run as one file (runs/files/run-file.ts); `weights` adds its last checkpoint, to continue it elsewhere. */
  export(runId: string, options: { weights: boolean }): Promise<Blob>;
  /**
   * Stores the runs of files as new runs, in their order: each exported run and each event log by itself, and the rollouts of
   * another trainer in all other files as one (runs/files/read-run.ts). What is damaged is left out and named in `problems`.
   * @param name of the folder that was chosen, or of the first file
   * @param columns of the rollouts, if the user declares them
   */
  import(files: readonly PickedFile[], name: string, columns?: Columns): Promise<ImportedRun[]>;
  rename(runId: string, name: string): Promise<void>;
  /** Takes a run out of the list until it is restored or removed; closes it first if it is open. */
  discard(runId: string): Promise<void>;
  restore(runId: string): Promise<void>;
  /** Removes discarded runs for good, and those without a finished epoch; one that is open, here or elsewhere, stays. */
  tidy(): Promise<void>;
  /** Removes a stored run; closes it first if it is open. */
  remove(runId: string): Promise<void>;
}

/** Opens and closes runs: one at most is open. */
export interface SessionService {
  /**
   * Opens a stored run, or a new one, in place of the one that is open; loads both models. After a failure (a lost GPU),
   * opening the same run again continues after its last finished epoch. A run that another tab has open is refused.
   */
  open(run: { runId: string } | { settings: Settings; name?: string }): Promise<SessionState>;
  /** Opens a new run that begins as a stored one up to an epoch whose weights are kept (runs/branch.ts). */
  branch(from: { runId: string; epoch: number }, name: string): Promise<SessionState>;
  /** Null where no run is open. */
  telemetry(): Promise<Telemetry | null>;
  /** Closes the open run; its unfinished epoch is forgotten. */
  close(): Promise<void>;
}

/** The run that is open, stepped by calling `next`, paused by not calling it; `no-run-open` without one. */
export type OpenRun = Pick<Session, 'next' | 'changeSettings' | 'measureSignal' | 'askTokens' | 'attemptTask'>;

export interface PoolsService {
  /** Number of entries of a pool of a stored run, finished epochs only. */
  size(choice: PoolChoice): Promise<number>;
  /** Positions of the entries that match, in the order asked for: entries themselves are read by `entries`. */
  find(choice: PoolChoice, query: PoolQuery): Promise<Uint32Array<ArrayBuffer>>;
  /** The entries at these positions, in this order. */
  entries(choice: PoolChoice, positions: Uint32Array<ArrayBuffer>): Promise<PoolItem[]>;
  /** The entries that match as JSON lines, in the order asked for. */
  export(choice: PoolChoice, query: PoolQuery): Promise<Blob>;
}

/** The machine behind the open run: the memory that it takes, and the inside of its models. */
export interface MachineService {
  /**
   * The memory that a run of these settings takes on this adapter, whether it fits, and what to change so that it does; null
   * where there is no adapter. Nothing is loaded but configurations and a tokenizer.
   */
  plan(settings: Settings): Promise<SettingsPlan | null>;
  /** The parts of the open run's models that can be looked at; null if no run is open. */
  anatomies(): Promise<Anatomies | null>;
  /** The attention of a player of the open run while it reads a sequence. */
  attention(question: AttentionQuestion): Promise<AttentionAnswer>;
  /** One tensor of a player of the open run. */
  weight(question: WeightQuestion): Promise<BeforeAndNow<WeightValues>>;
}

/** A run's file that is looked at without being stored: needs neither a database nor models. */
export interface InspectedService {
  /** Reads a file as `runs.import` does, in place of the one before. */
  open(file: Blob, fileName: string): Promise<StoredRun>;
  /** The events of an epoch of that file, in order; empty if there is none of that number. */
  epoch(epoch: number): Promise<RunEvent[]>;
}

export interface Coordinator {
  readonly runs: RunsService;
  readonly session: SessionService;
  readonly run: OpenRun;
  readonly pools: PoolsService;
  readonly machine: MachineService;
}
