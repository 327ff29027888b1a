/** @file The database: its stores, their keys and what is in them. */
import type { DBSchema, IDBPDatabase } from 'idb';
import type { CheckpointHashes } from '../checkpoint-parts.ts';
import {
  POOL_FIELDS,
  type EnvironmentPoolEntry,
  type PoolField,
  type PoolName,
  type Positioned,
  type TrainPoolEntry,
} from '../pool-contract.ts';
import type { Checkpoint, RunRecord } from '../run-store.ts';
import type { StoredResult, SweepRecord } from '../sweep-contract.ts';

export const DATABASE_NAME = 'genenv';

/** Version of the shape below: raise it when that changes, and add the step from the version before to `upgradeStores`. */
export const DATABASE_VERSION = 1;

export type StoredCheckpoint = Checkpoint & { hashes: CheckpointHashes };

/** An event as its line in a log, with its checksum; its type is in the index. */
export interface StoredEvent {
  type: string;
  line: Uint8Array<ArrayBuffer>;
}

/** An epoch of a log: where it begins, how many events it has, and their outlines as lines of a log. */
export interface StoredOutline {
  /** Position in the log of its first event. */
  first: number;
  count: number;
  lines: Uint8Array<ArrayBuffer>;
}

/** A pool entry with its key: the run and the position in that run's pool. */
type Keyed<Entry> = Positioned<Entry> & { run: string };

/** One index per field. Its keys begin with the run, so one range holds the entries of a run, sorted by that field. */
type PoolIndexes = Record<PoolField, [string, number | string]>;

/** Keys begin with the run's id, so that everything of one run is one key range, already in order. */
export interface Schema extends DBSchema {
  runs: { key: string; value: RunRecord };
  /** [run, sequence] → event. */
  events: { key: [string, number]; value: StoredEvent; indexes: { type: string } };
  /** [run, epoch] → the outlines of its events. */
  outlines: { key: [string, number]; value: StoredOutline };
  /** D_train. [run, position] → entry. */
  trainPool: { key: [string, number]; value: Keyed<TrainPoolEntry>; indexes: PoolIndexes };
  /** D_env, the same. */
  environmentPool: { key: [string, number]; value: Keyed<EnvironmentPoolEntry>; indexes: PoolIndexes };
  /** [run, epoch] → safetensors bytes of both models, and their hashes. */
  checkpoints: { key: [string, number]; value: StoredCheckpoint };
  sweeps: { key: string; value: SweepRecord };
  /** [sweep, run] → result of that run. */
  sweepResults: { key: [string, string]; value: StoredResult };
}

export type StoreName =
  'runs' | 'events' | 'outlines' | 'trainPool' | 'environmentPool' | 'checkpoints' | 'sweeps' | 'sweepResults';

/** The object store of each pool. */
export const POOL_STORES = {
  train: 'trainPool',
  environment: 'environmentPool',
} as const satisfies Record<PoolName, StoreName>;

/** Brings the stores from version `from`, 0 where empty, to the shape above, a step a version. */
export function upgradeStores(database: IDBPDatabase<Schema>, from: number): void {
  if (from > 0) return;
  database.createObjectStore('runs', { keyPath: 'id' });
  database.createObjectStore('events').createIndex('type', 'type');
  for (const name of Object.values(POOL_STORES)) {
    const store = database.createObjectStore(name, { keyPath: ['run', 'position'] });
    for (const field of POOL_FIELDS) store.createIndex(field, ['run', field]);
  }
  database.createObjectStore('sweeps', { keyPath: 'name' });
  for (const name of ['outlines', 'checkpoints', 'sweepResults'] as const) database.createObjectStore(name);
}
