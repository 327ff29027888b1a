/**
 * @file Declares the contract of storage: what every store of runs does, how runs are locked, and which checkpoints are
 * kept. The errors follow the Indexed Database API 3.0, the Storage Standard and Node's error codes. The page stores
 * runs in IndexedDB, a headless program in files.
 *
 * A store knows only that each event has a type, and that `epoch-ended`, with the epoch's number, is the last event of
 * an epoch. It learns the rest from an {@link EventFormat}, so the events of the method can change without changing a
 * store.
 */
import { CodedError } from '../common/coded-error.ts';
import { causeOf } from '../common/system-error.ts';
import type { PolicySnapshot } from '../policy/policy.ts';
import type { PoolAdditions, StoredPools } from './pool-contract.ts';

/**
 * A run has one writer: two tabs on the same run would both train it and store conflicting epochs. Stored models are
 * locked in the same way, by their names.
 *
 * The browser releases a Web Lock (W3C) when its tab ends, even by a crash, so no lock is ever left behind.
 */
export interface RunLock {
  release(): void;
}

export interface RunLocks {
  /** Returns the lock of a run at once, or null if another holds it. May throw instead, naming who holds it. */
  acquire(runId: string): Promise<RunLock | null>;
}

export class WebRunLocks implements RunLocks {
  /** @param kind what is locked, in the names of the browser's locks */
  constructor(
    private readonly manager: LockManager = navigator.locks,
    private readonly kind: 'run' | 'model' | 'link' = 'run',
  ) {}

  acquire(runId: string): Promise<RunLock | null> {
    return new Promise((resolve, reject) => {
      this.manager
        .request(`genenv-${this.kind}:${runId}`, { ifAvailable: true }, (lock) => {
          if (!lock) return resolve(null);
          // The lock is held for as long as the promise returned here is pending.
          return new Promise<void>((release) => resolve({ release }));
        })
        .catch(reject);
    });
  }
}

export interface LoggedEvent {
  type: string;
}

/** Tells a store the facts about its events that it needs. */
export interface EventFormat<Event extends LoggedEvent> {
  /** Every log begins with an event of this type; default: any. A file that begins otherwise is never overwritten. */
  first?: Event['type'];
  /**
   * Converts what any version stored.
   * @throws CodedError; `run-newer` if a later version stored it
   */
  upgrade(event: unknown): Event;
  /**
   * Says what is wrong with an event ("has no epoch"), for logs that others may write; null or undefined: nothing is.
   */
  problem?(event: unknown): string | null;
  /** @param before the last event before them, null if they begin the log; undefined if it is not known */
  epochProblem?(epoch: readonly Event[], before: unknown): string | null;
  /**
   * Returns the event without the lists that grow with tasks, rollouts and tokens: long runs hold only this of their
   * epochs.
   */
  outline(event: Event): Event;
  /** Returns what an epoch's events add to D_train and D_env. */
  poolEntries(epoch: readonly Event[]): PoolAdditions;
}

export const newerRun = (version: number, newest: number): CodedError =>
  new CodedError('run-newer', { version, newest });

/** Is a change of settings in the epoch that has not ended yet: a resumed run makes it again. */
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
  /** The run started with these settings (genenv/settings/settings.ts), as plain data. */
  settings: unknown;
  epochs: number;
  /** Number of stored events: all events of finished epochs. */
  eventCount: number;
  pendingChanges: PendingChange[];
  /** Parent of a branch, and the last epoch that both share. Absent if this run is no branch. */
  parent?: { runId: string; epoch: number };
  /** True if the user deleted it, but it is not removed yet: it can still be restored. */
  discarded?: boolean;
}

export type RunAmendment = Partial<Pick<RunRecord, 'name' | 'settings' | 'pendingChanges' | 'discarded'>>;

export interface Checkpoint {
  /** Epoch after which the checkpoint was taken; the same number as in the events. */
  epoch: number;
  agent: PolicySnapshot;
  environment: PolicySnapshot;
}

/** One finished epoch, which is written whole or not at all. */
export interface EpochCommit<Event> {
  runId: string;
  /** Position of the first of `events` in the log; refused unless it equals the number of events stored. */
  firstSequence: number;
  events: readonly Event[];
  checkpoint: Checkpoint;
}

/** Contents of an imported run, without its record. */
export interface RunContents<Event> {
  /** Yields the events of whole epochs, epoch by epoch, so that a long run need not be in memory. */
  epochs: Iterable<readonly Event[]> | AsyncIterable<readonly Event[]>;
  /** Yields the checkpoints of any of those epochs; empty if the run will only be viewed. Read after the last epoch. */
  checkpoints: Iterable<Checkpoint> | AsyncIterable<Checkpoint>;
}

/** Every method rejects with a CodedError, whose message is a sentence for the user. */
export interface RunStore<Event extends LoggedEvent> {
  /**
   * Refuses an id that is taken. `contents` is a run made elsewhere, its epochs counted; until all of it is stored the run is
   * marked as discarded, and after a failure nothing of it is left.
   */
  create(run: RunRecord, contents?: RunContents<Event>): Promise<void>;
  /** Lists the newest change first. */
  list(): Promise<RunRecord[]>;
  get(id: string): Promise<RunRecord | undefined>;
  /** Changes the fields that may change between epochs. The next commit clears the pending changes. */
  amend(id: string, changes: RunAmendment): Promise<void>;
  /**
   * Yields the events of finished epochs, in order, one epoch after the other: memory does not grow with the run.
   * @param from position in the log of the first event of an epoch, where it begins; by default the first
   */
  epochs(id: string, from?: number): AsyncIterable<Event[]>;
  /**
   * Returns the events of one finished epoch, in order, without reading the others; empty if there is none of that
   * number.
   */
  epochEvents(id: string, epoch: number): Promise<Event[]>;
  /** Yields the outlines of finished epochs in order, one epoch at a time; a stage takes some hundred bytes. */
  outlines(id: string): Promise<Event[][]>;
  /** Returns the event at a position of the log, without reading the others; undefined if there is none. */
  event(id: string, sequence: number): Promise<Event | undefined>;
  /** Yields events of one type, in order, without holding the others in memory. */
  eventsOf<Type extends Event['type']>(id: string, type: Type): AsyncIterable<Extract<Event, { type: Type }>>;
  /** Returns D_train and D_env of finished epochs; both are empty if there is no such run. */
  pools(id: string): StoredPools;
  /** Returns the checkpoint of an epoch, by default the newest; undefined if there is none. */
  checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined>;
  /** Lists epochs whose checkpoint is kept, ascending. */
  checkpointEpochs(id: string): Promise<number[]>;
  /** Stores events, the pool entries that follow from them, and the checkpoint in one transaction. */
  commitEpoch(commit: EpochCommit<Event>): Promise<void>;
  /** Removes the run with everything that belongs to it; no error if there is no such run. */
  remove(id: string): Promise<void>;
}

export function newRunRecord(run: Pick<RunRecord, 'id' | 'name' | 'settings'> & { now: number }): RunRecord {
  const { id, name, settings, now } = run;
  return { id, name, settings, createdAt: now, updatedAt: now, epochs: 0, eventCount: 0, pendingChanges: [] };
}

/** Returns the record with the numbers that follow from a run's events. */
export const countedRecord = (record: RunRecord, events: readonly LoggedEvent[]): RunRecord => ({
  ...record,
  epochs: events.filter(({ type }) => type === 'epoch-ended').length,
  eventCount: events.length,
});

/** Returns an epoch's number. Undefined if the last event has none, as in a damaged log. */
export const epochOf = (events: readonly LoggedEvent[]): number | undefined =>
  (events.at(-1) as { epoch?: number } | undefined)?.epoch;

/** Groups events by epoch, each ended by its `epoch-ended`; an unfinished epoch at the end is left out. */
export function splitEpochs<Event extends LoggedEvent>(events: readonly Event[]): Event[][] {
  const epochs: Event[][] = [];
  let start = 0;
  events.forEach(({ type }, i) => {
    if (type === 'epoch-ended') epochs.push(events.slice(start, (start = i + 1)));
  });
  return epochs;
}

/**
 * Says which checkpoints of a run are kept: the newest, and the one of every `keepEvery`-th epoch (0: only the newest).
 */
export interface Retention {
  keepEvery: number;
}
export const defaultRetention: Retention = { keepEvery: 25 };

/** Returns the epochs whose checkpoints are removed after the checkpoint of `newest` is stored. */
export const expiredCheckpoints = (kept: readonly number[], newest: number, { keepEvery }: Retention): number[] =>
  kept.filter((epoch) => epoch !== newest && (keepEvery === 0 || epoch % keepEvery !== 0));

/** Turns anything that storage threw into a coded error; `doing` completes the sentence "Could not …". */
export function storeError(error: unknown, doing: string): CodedError {
  if (error instanceof CodedError) return error;
  const name = error instanceof Error ? error.name : '';
  const reason = causeOf(error);
  const parameters = { doing, reason };
  if ((error as { code?: unknown } | null)?.code === 'ENOSPC') return new CodedError('disk-full', parameters, error);
  switch (name) {
    case 'QuotaExceededError':
      return new CodedError('store-full', parameters, error);
    case 'VersionError':
      return new CodedError('store-newer', parameters, error);
    case 'SecurityError':
      return new CodedError('store-unavailable', parameters, error);
    case 'InvalidStateError':
      return new CodedError('store-closed', parameters, error);
    case 'DataCloneError':
      return new CodedError('event-not-plain-data', parameters, error);
    default:
      return new CodedError('store-failed', parameters, error);
  }
}

/** Runs `work`, whose failure becomes a {@link storeError}. @param doing completes "Could not …" */
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
