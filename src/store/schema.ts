/**
 * @file The database as this version of the program reads and writes it. Older shapes are in `migrations/` only.
 */
import type { DBSchema } from 'idb';
import type { CheckpointHashes } from './checkpoint-hashes.ts';
import type { EnvironmentPoolEntry, PoolField, PoolName, Positioned, TrainPoolEntry } from './pool-contract.ts';
import type { Checkpoint, RunRecord } from './run-store.ts';
import type { StoredResult, SweepRecord } from './sweep-contract.ts';

export const DATABASE_NAME = 'genenv-playground';

/** Checkpoints of versions before this one have no hashes. */
export type StoredCheckpoint = Checkpoint & { hashes?: CheckpointHashes };

/** An epoch of a log: where it begins, and the outlines of its events. */
export interface StoredOutline<Event> {
  /** Position in the log of its first event. */
  first: number;
  events: Event[];
}

/** A pool entry with its key: the run and the position in that run's pool. */
type Keyed<Entry> = Positioned<Entry> & { run: string };

/** One index per field. Its keys begin with the run, so one range holds the entries of a run, sorted by that field. */
type PoolIndexes = Record<PoolField, [string, number | string]>;

/** Keys begin with the run's id, so that everything of one run is one key range, already in order. */
export interface Schema<Event> extends DBSchema {
  runs: { key: string; value: RunRecord };
  /** [run, sequence] → event. */
  events: { key: [string, number]; value: Event; indexes: { type: string } };
  /** [run, epoch] → the outlines of its events. Runs of versions before this one have none until they are asked for. */
  outlines: { key: [string, number]; value: StoredOutline<Event> };
  /** D_train. [run, position] → entry. */
  trainPool: { key: [string, number]; value: Keyed<TrainPoolEntry>; indexes: PoolIndexes };
  /** D_env, the same. */
  environmentPool: { key: [string, number]; value: Keyed<EnvironmentPoolEntry>; indexes: PoolIndexes };
  /** [run, epoch] → safetensors bytes of both models, and their hashes. */
  checkpoints: { key: [string, number]; value: StoredCheckpoint };
  /** Adapter and kernel version → the autotuner's choice for them. It does not belong to a run. */
  tuning: { key: string; value: unknown };
  sweeps: { key: string; value: SweepRecord };
  /** [sweep, run] → result of that run. */
  sweepResults: { key: [string, string]; value: StoredResult };
}

export type StoreName =
  | 'runs'
  | 'events'
  | 'outlines'
  | 'trainPool'
  | 'environmentPool'
  | 'checkpoints'
  | 'tuning'
  | 'sweeps'
  | 'sweepResults';

/** The object store of each pool. */
export const POOL_STORES = {
  train: 'trainPool',
  environment: 'environmentPool',
} as const satisfies Record<PoolName, StoreName>;
