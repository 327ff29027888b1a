/**
 * @file What a run's keeper must do: the contract of storage. IndexedDB in the page, memory in tests, files headless.
 *
 * The store knows three things of events: each has a type, `pools-updated` carries the pools' new entries, and
 * `epoch-ended` with the epoch's number comes last in an epoch. Everything else passes through it, so that the method may change its events without the store noticing.
 */

/** The least an event is. */
export interface LoggedEvent {
  type: string;
}

/** The event whose entries the store also keeps as D_train and D_env. */
type PoolsUpdated<Train, Environment> = {
  type: 'pools-updated';
  train: readonly Train[];
  environment: readonly Environment[];
};
export type TrainEntryOf<Event> = Event extends PoolsUpdated<infer Train, unknown> ? Train : never;
export type EnvironmentEntryOf<Event> = Event extends PoolsUpdated<unknown, infer Environment> ? Environment : never;

/** D_train and D_env, in the order in which the entries were added. */
export interface Pools<Event> {
  train: TrainEntryOf<Event>[];
  environment: EnvironmentEntryOf<Event>[];
}

/** Settings somebody changed during the epoch that has not ended yet: what a resumed run must repeat. */
export interface PendingChange {
  /** Position in the event log of the event that records the change. */
  sequence: number;
  /** The changed settings only, plain data. */
  changes: unknown;
}

export interface RunRecord {
  id: string;
  /** A person's name for the run. */
  name: string;
  /** Wall-clock milliseconds since 1970; shown in lists, part of no result. */
  createdAt: number;
  updatedAt: number;
  /** Settings the run started with (genenv/settings.ts), plain data. */
  settings: unknown;
  /** Epochs finished. */
  epochs: number;
  /** Events stored: all those of finished epochs. */
  eventCount: number;
  pendingChanges: PendingChange[];
  /** Somebody deleted it and may still change their mind. */
  discarded?: boolean;
}

export type RunAmendment = Partial<Pick<RunRecord, 'name' | 'settings' | 'pendingChanges' | 'discarded'>>;

/** Bytes of two safetensors files. */
export interface ModelCheckpoint {
  weights: Uint8Array<ArrayBuffer>;
  optimizer: Uint8Array<ArrayBuffer>;
}

export interface Checkpoint {
  /** The epoch after which it was taken, as its events number it. */
  epoch: number;
  agent: ModelCheckpoint;
  environment: ModelCheckpoint;
}

/** One finished epoch: written whole or not at all. */
export interface EpochCommit<Event> {
  runId: string;
  /** Position of the first of `events` in the log; refused unless it equals the number of events stored. */
  firstSequence: number;
  events: readonly Event[];
  checkpoint: Checkpoint;
}

/** What a run consists of besides its record: an imported one, or the beginning of another. */
export interface RunContents<Event> {
  /** Events of whole epochs. */
  events: readonly Event[];
  /** Of any of those epochs; none where the run is only to be looked at. */
  checkpoints: readonly Checkpoint[];
}

/** Every method rejects with a StoreError (store-error.ts), whose message is a sentence for a person. */
export interface RunStore<Event extends LoggedEvent> {
  /** Refuses an id that is taken. With `contents`, a run made elsewhere: stored in one transaction, epochs counted here. */
  create(run: RunRecord, contents?: RunContents<Event>): Promise<void>;
  /** Newest change first. */
  list(): Promise<RunRecord[]>;
  get(id: string): Promise<RunRecord | undefined>;
  /** Changes what may change between epochs; the next commit clears the pending changes. */
  amend(id: string, changes: RunAmendment): Promise<void>;
  /** Events of finished epochs, in order. */
  events(id: string): Promise<Event[]>;
  /** The event at a position of the log, without reading the others; undefined where there is none. */
  event(id: string, sequence: number): Promise<Event | undefined>;
  pools(id: string): Promise<Pools<Event>>;
  /** The checkpoint of an epoch, by default the newest; undefined where there is none. */
  checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined>;
  /** Epochs whose checkpoint is kept, ascending. */
  checkpointEpochs(id: string): Promise<number[]>;
  /** Stores events, pool additions (taken from the events) and the checkpoint in one transaction. */
  commitEpoch(commit: EpochCommit<Event>): Promise<void>;
  /** Removes the run with everything that belongs to it; no error where it is not there. */
  remove(id: string): Promise<void>;
}

/** The record of a run that has not begun. */
export function newRunRecord(run: Pick<RunRecord, 'id' | 'name' | 'settings'> & { now: number }): RunRecord {
  const { id, name, settings, now } = run;
  return { id, name, settings, createdAt: now, updatedAt: now, epochs: 0, eventCount: 0, pendingChanges: [] };
}

/** The record with the numbers that follow from a run's events. */
export const countedRecord = (record: RunRecord, events: readonly LoggedEvent[]): RunRecord => ({
  ...record,
  epochs: events.filter(({ type }) => type === 'epoch-ended').length,
  eventCount: events.length,
});

/** The pool entries among events, in order. */
export function poolAdditions<Event extends LoggedEvent>(events: readonly Event[]): Pools<Event> {
  const pools: Pools<Event> = { train: [], environment: [] };
  for (const event of events) {
    if (event.type !== 'pools-updated') continue;
    const { train, environment } = event as unknown as PoolsUpdated<TrainEntryOf<Event>, EnvironmentEntryOf<Event>>;
    pools.train.push(...train);
    pools.environment.push(...environment);
  }
  return pools;
}

/** How many checkpoints of a run stay: the newest and every `keepEvery`-th epoch's (0: the newest only). */
export interface Retention {
  keepEvery: number;
}
export const defaultRetention: Retention = { keepEvery: 25 };

/** Which of the kept checkpoints' epochs must go once that of `newest` is there. */
export const expiredCheckpoints = (kept: readonly number[], newest: number, { keepEvery }: Retention): number[] =>
  kept.filter((epoch) => epoch !== newest && (keepEvery === 0 || epoch % keepEvery !== 0));
