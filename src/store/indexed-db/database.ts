/** @file Opens the database, brings it to this version, and runs transactions. */
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { DATABASE_NAME, DATABASE_VERSION, type Schema, type StoreName, upgradeStores } from './schema.ts';
import { storeError } from '../store-error.ts';
import { CodedError } from '../../common/coded-error.ts';

export type Database = IDBPDatabase<Schema>;
export type Transaction = IDBPTransaction<Schema, StoreName[], 'readwrite'>;

/** Opens a database again that the browser has closed; `error` is thrown if it cannot. */
type Reopen = (error: unknown) => Promise<void>;
const reopenings = new WeakMap<Database, Reopen>();

const isClosed = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError';

/**
 * Opens the database of this version. A browser may close it at any time, for want of space or because the user clears its
 * data: then the next call opens it again, once, and goes on with what is there.
 */
export async function openDatabase(name = DATABASE_NAME, version = DATABASE_VERSION): Promise<Database> {
  let current = await connect(name, version);
  let isDone = false;
  const reopen: Reopen = async (error) => {
    if (isDone || !isClosed(error)) throw error;
    current = await connect(name, version).catch(() => {
      throw error;
    });
  };
  const lasting = new Proxy(current, {
    get(_, property) {
      const value: unknown = Reflect.get(current, property, current);
      if (typeof value !== 'function') return value;
      const call = (...args: unknown[]): unknown =>
        Reflect.apply(Reflect.get(current, property) as () => unknown, current, args);
      if (property === 'close')
        return () => {
          isDone = true;
          call();
        };
      // A transaction begins at once; `atomically` begins it again.
      if (property === 'transaction') return call;
      return async (...args: unknown[]) => {
        try {
          return await call(...args);
        } catch (error) {
          await reopen(error);
          return call(...args);
        }
      };
    },
  });
  reopenings.set(lasting, reopen);
  return lasting;
}

/** An upgrade that another tab blocks or that fails leaves the database as it was. */
async function connect(name: string, version: number): Promise<Database> {
  let refuse: (reason: CodedError) => void;
  const blocked = new Promise<never>((_, reject) => (refuse = reject));
  let upgradeFailure: unknown;

  // `openDB` itself throws at once where there is no `indexedDB` at all.
  const opening = (async () =>
    openDB<Schema>(name, version, {
      upgrade(database, from, _to, transaction) {
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

/** Takes the promise of a write, so that its failure and the failure of the transaction are handled together. */
export type Write = (request: Promise<unknown>) => void;

/** Runs `work` in one transaction, all or none. It awaits only requests of it, and hands writes to `write` unawaited. */
export async function atomically(
  database: Database,
  stores: StoreName[],
  doing: string,
  work: (transaction: Transaction, write: Write) => Promise<void>,
): Promise<void> {
  const writes: Promise<unknown>[] = [];
  const begin = () => database.transaction(stores, 'readwrite') as unknown as Transaction;
  let transaction: Transaction | undefined;
  try {
    try {
      transaction = begin();
    } catch (error) {
      const reopen = reopenings.get(database);
      if (!reopen) throw error;
      await reopen(error);
      transaction = begin();
    }
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
