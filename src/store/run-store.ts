/**
 * @file What a run's keeper must do: the contract of storage. IndexedDB in the page, memory in tests, files headless.
 */

export interface RunRecord {
  id: string;
  /** A person's name for the run. */
  name: string;
  createdAt: number;
  updatedAt: number;
  /** Settings of the run (genenv/settings.ts), plain data. */
  settings: unknown;
  /** Epochs finished. */
  epochs: number;
}

export interface Checkpoint {
  epoch: number;
  agent: { weights: Uint8Array<ArrayBuffer>; optimizer: Uint8Array<ArrayBuffer> };
  environment: { weights: Uint8Array<ArrayBuffer>; optimizer: Uint8Array<ArrayBuffer> };
}

/** One finished epoch: written whole or not at all. */
export interface EpochCommit<Event> {
  runId: string;
  epoch: number;
  events: readonly Event[];
  checkpoint: Checkpoint;
}

export interface RunStore<Event> {
  create(run: RunRecord): Promise<void>;
  list(): Promise<RunRecord[]>;
  get(id: string): Promise<RunRecord | undefined>;
  /** Events of finished epochs, in order. */
  events(id: string): Promise<Event[]>;
  /** The newest checkpoint, or undefined where no epoch has finished. */
  checkpoint(id: string): Promise<Checkpoint | undefined>;
  /** Stores events, pool additions (taken from the events) and the checkpoint in one transaction. */
  commitEpoch(commit: EpochCommit<Event>): Promise<void>;
  remove(id: string): Promise<void>;
}
