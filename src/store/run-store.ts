/**
 * @file Declares what every store of runs does, how runs are locked, and which checkpoints are kept. The page stores
 * runs in IndexedDB, a headless program in files. Errors follow the Indexed Database API 3.0, the Storage Standard and
 * Node's error codes.
 *
 * A store knows only that each event has a type, and that `epoch-ended`, with the epoch's number, ends an epoch. An
 * {@link EventFormat} defines the rest, so events can change without changing a store.
 */
import { CodedError } from '../common/coded-error.ts';
import { causeOf } from '../common/system-error.ts';
import type { PolicySnapshot } from '../policy/policy.ts';
import type { PoolAdditions, TrainPool } from './pool-contract.ts';

/**
 * A run has one writer, because two tabs on a run would store conflicting epochs. Stored models are locked in the same
 * way, each under its name.
 *
 * The browser releases a Web Lock (W3C) when its tab ends or crashes, so no lock is left behind.
 */
export interface RunLock {
  release(): void;
}

export interface RunLocks {
  /** Returns a run's lock without waiting, or null if it is taken. May throw an error that names the holder. */
  acquire(runId: string): Promise<RunLock | null>;
}

export class WebRunLocks implements RunLocks {
  /** Makes locks for runs or for stored models. @param kind part of the locks' names in the browser */
  constructor(private readonly kind: 'run' | 'model' = 'run') {}

  acquire(runId: string): Promise<RunLock | null> {
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(`genenv-${this.kind}:${runId}`, { ifAvailable: true }, (lock) => {
          if (!lock) return resolve(null);
          // The browser holds the lock while the promise returned here is pending.
          return new Promise<void>((release) => resolve({ release }));
        })
        .catch(reject);
    });
  }
}

export interface LoggedEvent {
  type: string;
}

/** Tells a store what it must know about its events. */
export interface EventFormat<Event extends LoggedEvent> {
  /** Type of every log's first event. Default: any. A file that begins otherwise is never overwritten. */
  first?: Event['type'];
  /**
   * Converts an event of any version to the current one.
   * @throws CodedError `run-newer` if a later version wrote the event
   */
  upgrade(event: unknown): Event;
  /** Returns the problem of an event from outside ("has no epoch"), or null. Default: no check. */
  problem?(event: unknown): string | null;
  /** Returns the problem of an epoch, or null. @param before preceding event; null if the epoch begins the log */
  epochProblem?(epoch: readonly Event[], before: unknown): string | null;
  /** Returns the event without the lists that grow with tasks, rollouts and tokens, so a page can hold long runs. */
  outline(event: Event): Event;
  /** Returns what an epoch's events add to D_train and D_env. */
  poolEntries(epoch: readonly Event[]): PoolAdditions;
}

export const newerRun = (version: number, newest: number): CodedError =>
  new CodedError('run-newer', { version, newest });

/** Change of settings in the unfinished epoch. A resumed run repeats the change. */
export interface PendingChange {
  /** Position in the event log of the event that records the change. */
  sequence: number;
  /** Only the settings that changed, as plain data. */
  changes: unknown;
}

export interface RunRecord {
  id: string;
  name: string;
  /** Milliseconds since 1970; shown in lists, never part of a result. */
  createdAt: number;
  updatedAt: number;
  /** Settings at the start of the run (genenv/settings/settings.ts), as plain data. */
  settings: unknown;
  epochs: number;
  /** Number of stored events, which are the events of finished epochs. */
  eventCount: number;
  pendingChanges: PendingChange[];
  /** Parent of a branch, and the last epoch that both share. Other runs have no parent. */
  parent?: { runId: string; epoch: number };
  /** True if the user deleted the run, but can still restore it, or if it is not completely stored yet. */
  discarded?: boolean;
}

export type RunAmendment = Partial<Pick<RunRecord, 'name' | 'settings' | 'pendingChanges' | 'discarded'>>;

export interface Checkpoint {
  /** Epoch after which the checkpoint was taken. */
  epoch: number;
  agent: PolicySnapshot;
  environment: PolicySnapshot;
}

/** Finished epoch, which is written completely or not at all. */
export interface EpochCommit<Event> {
  runId: string;
  /** Position of the first of `events` in the log. It must equal the number of stored events. */
  firstSequence: number;
  events: readonly Event[];
  checkpoint: Checkpoint;
}

/** Contents of an imported or branched run, without its record. */
export interface RunContents<Event> {
  /** Events of whole epochs, epoch by epoch, so that a long run need not be in memory. */
  epochs: Iterable<readonly Event[]> | AsyncIterable<readonly Event[]>;
  /** Checkpoints of any of these epochs; empty if the run will only be viewed. Read after the last epoch. */
  checkpoints: Iterable<Checkpoint> | AsyncIterable<Checkpoint>;
}

/** Every failing method rejects with a CodedError. */
export interface RunStore<Event extends LoggedEvent> {
  /** Stores a new run, with `contents` if it was made elsewhere. Refuses an existing id. A failure leaves nothing. */
  create(run: RunRecord, contents?: RunContents<Event>): Promise<void>;
  get(id: string): Promise<RunRecord | undefined>;
  /** Changes the fields that may change between epochs. The next commit clears the pending changes. */
  amend(id: string, changes: RunAmendment): Promise<void>;
  /**
   * Yields the events of finished epochs, one epoch at a time, so that memory does not grow with the run.
   * @param from position of an epoch's first event in the log; default: 0
   */
  epochs(id: string, from?: number): AsyncIterable<Event[]>;
  /** Returns the events of a finished epoch without reading the others; empty if the epoch does not exist. */
  epochEvents(id: string, epoch: number): Promise<Event[]>;
  /** Returns the event at a position of the log without reading the others; undefined if it does not exist. */
  event(id: string, sequence: number): Promise<Event | undefined>;
  /** Yields the events of one type in order, without holding the others in memory. */
  eventsOf<Type extends Event['type']>(id: string, type: Type): AsyncIterable<Extract<Event, { type: Type }>>;
  /** Returns D_train of finished epochs, which is empty if the run does not exist. */
  trainPool(id: string): TrainPool;
  /** Returns the checkpoint of an epoch, or undefined. Default: the newest checkpoint. */
  checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined>;
  /** Lists the epochs with a checkpoint, ascending. */
  checkpointEpochs(id: string): Promise<number[]>;
  /** Stores the events and the checkpoint of an epoch, and updates the pools, completely or not at all. */
  commitEpoch(commit: EpochCommit<Event>): Promise<void>;
  /** Removes the run and all its data, if it exists. */
  remove(id: string): Promise<void>;
}

export function newRunRecord(run: Pick<RunRecord, 'id' | 'name' | 'settings'> & { now: number }): RunRecord {
  const { id, name, settings, now } = run;
  return { id, name, settings, createdAt: now, updatedAt: now, epochs: 0, eventCount: 0, pendingChanges: [] };
}

/** Returns the record with the numbers of epochs and events in `events`. */
export const countedRecord = (record: RunRecord, events: readonly LoggedEvent[]): RunRecord => ({
  ...record,
  epochs: events.filter(({ type }) => type === 'epoch-ended').length,
  eventCount: events.length,
});

/** Returns the epoch of the last event; undefined if that event names none, as in a damaged log. */
export const epochOf = (events: readonly LoggedEvent[]): number | undefined =>
  (events.at(-1) as { epoch?: number } | undefined)?.epoch;

/** Splits events after each `epoch-ended`. An unfinished epoch at the end is left out. */
export function splitEpochs<Event extends LoggedEvent>(events: readonly Event[]): Event[][] {
  const epochs: Event[][] = [];
  let start = 0;
  events.forEach(({ type }, i) => {
    if (type === 'epoch-ended') epochs.push(events.slice(start, (start = i + 1)));
  });
  return epochs;
}

/** Rule for kept checkpoints: the newest, and those of epochs divisible by `keepEvery` (0: only the newest). */
export interface Retention {
  keepEvery: number;
}
export const defaultRetention: Retention = { keepEvery: 25 };

/** Returns the epochs whose checkpoints are removed after the checkpoint of `newest` is stored. */
export const expiredCheckpoints = (kept: readonly number[], newest: number, { keepEvery }: Retention): number[] =>
  kept.filter((epoch) => epoch !== newest && (keepEvery === 0 || epoch % keepEvery !== 0));

/** Error codes by the name of a browser's error, or by Node's error code. */
const STORE_ERRORS = {
  ENOSPC: 'disk-full',
  QuotaExceededError: 'store-full',
  VersionError: 'store-newer',
  SecurityError: 'store-unavailable',
  InvalidStateError: 'store-closed',
  DataCloneError: 'event-not-plain-data',
} as const;

/** Turns any error of storage into a CodedError. @param doing completes "Could not …" */
export function storeError(error: unknown, doing: string): CodedError {
  if (error instanceof CodedError) return error;
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  const known = [code, name].find((one) => Object.hasOwn(STORE_ERRORS, String(one))) as keyof typeof STORE_ERRORS;
  return new CodedError(STORE_ERRORS[known] ?? 'store-failed', { doing, reason: causeOf(error) }, error);
}

/** Returns the result of `work`. A failure becomes a {@link storeError}. @param doing completes "Could not …" */
export async function explainFailure<Result>(doing: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error, doing);
  }
}

export const unknownRun = (id: string): CodedError => new CodedError('store-missing', { run: id });

export const conflictingCommit = (id: string, expected: number, found: number): CodedError =>
  new CodedError('store-conflict', { run: id, expected, found });
