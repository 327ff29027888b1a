/** @file Defines the page's database: its shape, opening it and bringing it to this version, and transactions. */
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

/**
 * This is the version of the shape below. Raise it when the shape changes, and add the step from the version before to
 * `upgradeStores`.
 */
export const DATABASE_VERSION = 1;

export type StoredCheckpoint = Checkpoint & { hashes: CheckpointHashes };

/** Event as a line of a log, with its checksum. The event's type is in the index. */
export interface StoredEvent {
  type: string;
  line: Uint8Array<ArrayBuffer>;
}

/** Describes an epoch of a log: where it begins, how many events it has, and their outlines as lines of a log. */
interface StoredOutline {
  /** Position in the log of its first event. */
  first: number;
  count: number;
  lines: Uint8Array<ArrayBuffer>;
}

/** Pool entry. Its key is the run and the position in that run's pool. */
type Keyed<Entry> = Positioned<Entry> & { run: string };

/**
 * A pool has one index per field. Its keys begin with the run, so one range holds the entries of a run, sorted by that
 * field.
 */
type PoolIndexes = Record<PoolField, [string, number | string]>;

/** Keys begin with the run's id, so that everything of one run is one key range, already in order. */
interface Schema extends DBSchema {
  runs: { key: string; value: RunRecord };
  /** Maps [run, sequence] to an event. */
  events: { key: [string, number]; value: StoredEvent; indexes: { type: string } };
  /** Maps [run, epoch] to the outlines of its events. */
  outlines: { key: [string, number]; value: StoredOutline };
  /** D_train: maps [run, position] to an entry. */
  trainPool: { key: [string, number]; value: Keyed<TrainPoolEntry>; indexes: PoolIndexes };
  /** D_env, with the same keys. */
  environmentPool: { key: [string, number]; value: Keyed<EnvironmentPoolEntry>; indexes: PoolIndexes };
  /** Maps [run, epoch] to safetensors bytes of both models, and their hashes. */
  checkpoints: { key: [string, number]; value: StoredCheckpoint };
}

type StoreName = 'runs' | 'events' | 'outlines' | 'trainPool' | 'environmentPool' | 'checkpoints';

export const POOL_STORES = {
  train: 'trainPool',
  environment: 'environmentPool',
} as const satisfies Record<PoolName, StoreName>;

/** Brings the stores from version `from`, 0 if empty, to the shape above, a step a version. */
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

/**
 * Returns all keys that begin with this part, in any object store keyed by [part, …]. (An array sorts after every
 * number.)
 */
export const keysOf = (part: string): IDBKeyRange => IDBKeyRange.bound([part], [part, []]);

export type Connection = IDBPDatabase<Schema>;
export type Transaction = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

const isClosed = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/**
 * Opens the database of this version. A browser may close it at any time, for want of space or because the user clears
 * its data. The next call then opens it again, once; if its data is gone, that call fails.
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

  /** Reads with `work`, which starts again if the database has to be opened again. @param doing completes "Could not …" */
  read<Result>(doing: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return explainFailure(doing, () => this.withConnection(work));
  }

  /** Runs `work` in one transaction, all or none. It awaits only requests of it, and hands writes to `write` unawaited. */
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
      // A `put` that throws (an event that cannot be cloned) does not abort: without this, earlier writes would stay.
      try {
        transaction?.abort();
      } catch {
        // The browser has already aborted it: a full disk, or a failed request.
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

/** Takes the promise of a write, so that its failure and the failure of the transaction are handled together. */
export type Write = (request: Promise<unknown>) => void;

/** An upgrade that another tab blocks or that fails leaves the database as it was. */
export async function connect(
  name = DATABASE_NAME,
  version = DATABASE_VERSION,
  onCreate = () => {},
): Promise<Connection> {
  let refuse: (reason: CodedError) => void;
  const blocked = new Promise<never>((_, reject) => (refuse = reject));
  let upgradeFailure: unknown;

  // `openDB` itself throws at once if there is no `indexedDB` at all.
  const opening = (async () =>
    openDB<Schema>(name, version, {
      upgrade(database, from, _to, transaction) {
        if (from === 0) onCreate();
        try {
          upgradeStores(database, from);
        } catch (error) {
          // Without this the browser would keep the steps that had succeeded and take the upgrade as complete.
          upgradeFailure = error;
          transaction.done.catch(() => {});
          transaction.abort();
        }
      },
      blocked() {
        refuse(new CodedError('store-held-by-other-tab'));
      },
      // A newer page wants to upgrade: close, so that it is not blocked. Later calls here fail with a sentence.
      blocking(_current, _blocked, event) {
        (event.target as IDBDatabase).close();
      },
    }))();

  try {
    return await Promise.race([opening, blocked]);
  } catch (error) {
    // The upgrade was blocked, so it was refused. If the other tab closes later, this connection is not needed.
    opening.then(
      (database) => database.close(),
      () => {},
    );
    throw storeError(upgradeFailure ?? error, 'open the stored runs');
  }
}
