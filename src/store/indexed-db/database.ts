/**
 * @file Defines the page's database: its shape, opening it and bringing it to this version, and transactions. It also
 * stores sweeps, which only the database does.
 */
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

export interface SweepRecord {
  /** Results are stored under this name: a sweep that is extended under the same name keeps its finished runs. */
  name: string;
  /** Sweep file (sweeps/sweep-file.ts); null if only results were imported. */
  sweep: unknown;
  /** Milliseconds since 1970; shown in lists, never part of a result. */
  updatedAt: number;
}

export interface StoredResult {
  /** Is one line of summaries.jsonl. */
  summary: string;
  /** Is one line of telemetry.jsonl; null if no seconds were recorded. */
  telemetry: string | null;
}

/** Every method rejects with a CodedError, whose message is a sentence for the user. */
export interface SweepStore {
  /** Lists the newest change first. */
  list(): Promise<SweepRecord[]>;
  put(record: SweepRecord): Promise<void>;
  /** Returns the results by run id, in the order of ids; empty if there are none. */
  results(sweep: string): Promise<Map<string, StoredResult>>;
  result(sweep: string, run: string): Promise<StoredResult | undefined>;
  putResults(record: SweepRecord, results: ReadonlyMap<string, StoredResult>): Promise<void>;
  /** Removes a sweep and all its results. */
  remove(sweep: string): Promise<void>;
}

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
  sweeps: { key: string; value: SweepRecord };
  /** Maps [sweep, run] to the result of that run. */
  sweepResults: { key: [string, string]; value: StoredResult };
}

type StoreName =
  | 'runs'
  | 'events'
  | 'outlines'
  | 'trainPool'
  | 'environmentPool'
  | 'checkpoints'
  | 'sweeps'
  | 'sweepResults';

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
  database.createObjectStore('sweeps', { keyPath: 'name' });
  for (const name of ['outlines', 'checkpoints', 'sweepResults'] as const) database.createObjectStore(name);
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

/**
 * Stores sweeps and the results of their runs. A result is stored as the lines that a file would hold: the browser and
 * `genenv sweep` keep the same bytes, read and validated by the same code.
 */
export class IndexedDbSweepStore implements SweepStore {
  private constructor(private readonly database: Database) {}

  static async open(name?: string): Promise<IndexedDbSweepStore> {
    return new IndexedDbSweepStore(await Database.open(name));
  }

  async list(): Promise<SweepRecord[]> {
    const sweeps = await this.database.read('list the sweeps', (connection) => connection.getAll('sweeps'));
    return sweeps.sort((a, b) => b.updatedAt - a.updatedAt || (a.name < b.name ? -1 : 1));
  }

  put(record: SweepRecord): Promise<void> {
    return this.putResults(record, new Map());
  }

  results(sweep: string): Promise<Map<string, StoredResult>> {
    return this.database.read(`read the results of sweep "${sweep}"`, async (connection) => {
      const { store } = connection.transaction('sweepResults');
      const range = keysOf(sweep);
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
      return new Map(keys.map(([, run], i) => [run, values[i]]));
    });
  }

  result(sweep: string, run: string): Promise<StoredResult | undefined> {
    return this.database.read(`read a result of sweep "${sweep}"`, (connection) =>
      connection.get('sweepResults', [sweep, run]),
    );
  }

  putResults(record: SweepRecord, results: ReadonlyMap<string, StoredResult>): Promise<void> {
    const doing = `store results of sweep "${record.name}"`;
    return this.database.write(['sweeps', 'sweepResults'], doing, async (transaction, write) => {
      write(transaction.objectStore('sweeps').put(record));
      for (const [run, result] of results)
        write(transaction.objectStore('sweepResults').put(result, [record.name, run]));
    });
  }

  remove(sweep: string): Promise<void> {
    return this.database.write(['sweeps', 'sweepResults'], `remove sweep "${sweep}"`, async (transaction, write) => {
      write(transaction.objectStore('sweeps').delete(sweep));
      write(transaction.objectStore('sweepResults').delete(keysOf(sweep)));
    });
  }
}
