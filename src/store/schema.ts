/**
 * @file The database as this version of the program reads and writes it. Older shapes live in `migrations/` only.
 */
import type { DBSchema } from 'idb';
import type { Checkpoint, EnvironmentEntryOf, RunRecord, TrainEntryOf } from './run-store.ts';
import type { StoredResult, SweepRecord } from './sweep-contract.ts';

export const DATABASE_NAME = 'genenv-playground';

/** Keys begin with the run's id, so that everything of one run is one key range, already in order. */
export interface Schema<Event> extends DBSchema {
  runs: { key: string; value: RunRecord };
  /** [run, sequence] → event. */
  events: { key: [string, number]; value: Event };
  /** [run, sequence of the event it came with, index in that event] → entry of D_train. */
  trainPool: { key: [string, number, number]; value: TrainEntryOf<Event> };
  /** The same for D_env. */
  environmentPool: { key: [string, number, number]; value: EnvironmentEntryOf<Event> };
  /** [run, epoch] → safetensors bytes of both models. */
  checkpoints: { key: [string, number]; value: Checkpoint };
  /** Adapter and kernel version → what the autotuner chose there; belongs to no run. */
  tuning: { key: string; value: unknown };
  sweeps: { key: string; value: SweepRecord };
  /** [sweep, run] → result of that run. */
  sweepResults: { key: [string, string]; value: StoredResult };
}

export type StoreName =
  'runs' | 'events' | 'trainPool' | 'environmentPool' | 'checkpoints' | 'tuning' | 'sweeps' | 'sweepResults';
