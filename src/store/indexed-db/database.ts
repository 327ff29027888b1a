/** @file Defines the page's database: its schema, opening, upgrades and transactions. */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { CodedError } from '../../common/coded-error.ts';
import type { CheckpointHashes } from '../checkpoint-parts.ts';
import {
  type EnvironmentPoolEntry,
  POOL_FIELDS,
  type PoolField,
  type PoolName,
  type Positioned,
  type TrainPoolEntry,
} from '../pool-contract.ts';
import { type Checkpoint, explainFailure, type RunRecord, storeError } from '../run-store.ts';

export const DATABASE_NAME = 'genenv';

/** Version of the schema below. When the schema changes, raise the version and add a step to `upgradeStores`. */
export const DATABASE_VERSION = 1;

export type StoredCheckpoint = Checkpoint & { hashes: CheckpointHashes };

/** Event as a line of a log with a checksum. `type` is indexed. */
export interface StoredEvent {
  type: string;
  line: Uint8Array<ArrayBuffer>;
}

/** Position and count of an epoch's events, and their outlines (`EventFormat.outline`) as lines of a log. */
interface StoredOutline {
  /** Position of the epoch's first event in the log. */
  first: number;
  count: number;
  lines: Uint8Array<ArrayBuffer>;
}

/** Pool entry, whose key is the run and the position in the run's pool. */
type Keyed<Entry> = Positioned<Entry> & { run: string };

/** A pool has an index per field. Index keys begin with the run, so a range holds a run's entries, sorted by field. */
type PoolIndexes = Record<PoolField, [string, number | string]>;

/** Keys begin with the run's id, so that all data of a run are one key range, in order. */
interface Schema extends DBSchema {
  runs: { key: string; value: RunRecord };
  /** Maps [run, sequence] to an event. */
  events: { key: [string, number]; value: StoredEvent; indexes: { type: string } };
  /** Maps [run, epoch] to the outlines of its events. */
  outlines: { key: [string, number]; value: StoredOutline };
  /** Maps [run, position] to an entry of D_train. */
  trainPool: { key: [string, number]; value: Keyed<TrainPoolEntry>; indexes: PoolIndexes };
  /** Maps [run, position] to an entry of D_env. */
  environmentPool: { key: [string, number]; value: Keyed<EnvironmentPoolEntry>; indexes: PoolIndexes };
  /** Maps [run, epoch] to safetensors bytes of both models, and their hashes. */
  checkpoints: { key: [string, number]; value: StoredCheckpoint };
}

type StoreName = 'runs' | 'events' | 'outlines' | 'trainPool' | 'environmentPool' | 'checkpoints';

export const POOL_STORES = {
  train: 'trainPool',
  environment: 'environmentPool',
} as const satisfies Record<PoolName, StoreName>;

/** Upgrades the stores from version `from` (0 if there is no database), one step per version. */
function upgradeStores(database: IDBPDatabase<Schema>, from: number): void {
  if (from > 0) return;
  database.createObjectStore('runs', { keyPath: 'id' });
  database.createObjectStore('events').createIndex('type', 'type');
  for (const name of Object.values(POOL_STORES)) {
    const store = database.createObjectStore(name, { keyPath: ['run', 'position'] });
    for (const field of POOL_FIELDS) store.createIndex(field, ['run', field]);
  }
  for (const name of ['outlines', 'checkpoints'] as const) database.createObjectStore(name);
}

/** Returns the range of all keys [part, …]. The upper bound works because an array sorts after every number. */
export const keysOf = (part: string): IDBKeyRange => IDBKeyRange.bound([part], [part, []]);

export type Connection = IDBPDatabase<Schema>;
export type Transaction = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

const isClosed = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/**
 * Holds a connection to the database. A browser may close the connection at any time, for lack of space or because the
 * user clears the site's data. The next call then connects again. If the data are gone, that call fails.
 */
export class Database {
  private isDone = false;

  private constructor(
    private connection: Connection,
    private readonly reconnect: (onCreate: () => void) => Promise<Connection>,
  ) {}

  static async open(name?: string, version?: number): Promise<Database> {
    return new Database(await connect(name, version), (onCreate) => connect(name, version, onCreate));
  }

  close(): void {
    this.isDone = true;
    this.connection.close();
  }

  /** Returns the result of `work`, repeated once if the connection was closed. @param doing completes "Could not …" */
  read<Result>(doing: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return explainFailure(doing, () => this.withConnection(work));
  }

  /** Runs `work` in one transaction. `work` may await only reads, and must pass writes to `write` unawaited. */
  async write(
    stores: StoreName[],
    doing: string,
    work: (transaction: Transaction, write: Write) => Promise<void>,
  ): Promise<void> {
    const writes: Promise<unknown>[] = [];
    let transaction: Transaction | undefined;
    try {
      transaction = await this.withConnection(
        (connection) => connection.transaction(stores, 'readwrite') as unknown as Transaction,
      );
      await work(transaction, (request) => writes.push(request));
      await Promise.all([...writes, transaction.done]);
    } catch (error) {
      // A `put` that throws, for example because an event cannot be cloned, would not abort earlier writes.
      try {
        transaction?.abort();
      } catch {
        // The browser has already aborted the transaction.
      }
      await Promise.allSettled([...writes, transaction?.done]);
      throw storeError(transaction?.error ?? error, doing);
    }
  }

  private async withConnection<Result>(use: (connection: Connection) => Result | Promise<Result>): Promise<Result> {
    try {
      return await use(this.connection);
    } catch (error) {
      if (this.isDone || !isClosed(error)) throw error;
      let isEmpty = false;
      this.connection = await this.reconnect(() => (isEmpty = true)).catch(() => {
        throw error;
      });
      if (isEmpty) throw error;
      return use(this.connection);
    }
  }
}

/** Collects the promise of a write, so that its failure and the transaction's failure are handled together. */
export type Write = (request: Promise<unknown>) => void;

/** Opens and upgrades the database. If the upgrade fails or another tab blocks it, the database stays as it was. */
export async function connect(
  name = DATABASE_NAME,
  version = DATABASE_VERSION,
  onCreate = () => {},
): Promise<Connection> {
  let refuse: (reason: CodedError) => void;
  const blocked = new Promise<never>((_, reject) => (refuse = reject));
  let upgradeFailure: unknown;

  // `openDB` throws synchronously if there is no `indexedDB`.
  const opening = (async () =>
    openDB<Schema>(name, version, {
      upgrade(database, from, _to, transaction) {
        if (from === 0) onCreate();
        try {
          upgradeStores(database, from);
        } catch (error) {
          // Without an abort, the browser would keep the completed steps and consider the upgrade complete.
          upgradeFailure = error;
          transaction.done.catch(() => {});
          transaction.abort();
        }
      },
      blocked() {
        refuse(new CodedError('store-held-by-other-tab'));
      },
      // Close, so that a newer page can upgrade the database. Later calls here fail.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
      },
    }))();

  try {
    return await Promise.race([opening, blocked]);
  } catch (error) {
    // A blocked upgrade may still succeed when the other tab closes, but that connection is not needed.
    opening.then(
      (database) => database.close(),
      () => {},
    );
    throw storeError(upgradeFailure ?? error, 'open the stored runs');
  }
}
