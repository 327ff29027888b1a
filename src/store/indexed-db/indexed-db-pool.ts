/**
 * @file Reads a pool of a run in IndexedDB. A query reads only keys of indexes, unless it searches texts. Entries are
 * read by position, so that a page can show 100,000 entries and hold only a few.
 */
import type { IDBPTransaction } from 'idb';
import { POOL_FIELDS, type PoolEntry, type PoolName, type PoolQuery, type Positioned } from '../pool-contract.ts';
import { type Database, keysOf, type POOL_STORES } from './database.ts';

/** Maximum number of entries in memory while texts are searched. */
const SEARCH_WINDOW = 2000;

type Key = [run: string, position: number];
type ReadTransaction = IDBPTransaction<unknown, [string], 'readonly'>;

export class IndexedDbPool<Entry extends PoolEntry> {
  constructor(
    private readonly database: Database,
    private readonly storeName: (typeof POOL_STORES)[PoolName],
    private readonly run: string,
  ) {}

  size(): Promise<number> {
    return this.reading((transaction) => poolSize(transaction, this.storeName, this.run));
  }

  /** Returns the positions of matching entries, in the order of the query, as 4 bytes each to save memory. */
  find(query: PoolQuery): Promise<Uint32Array<ArrayBuffer>> {
    return this.reading(async (transaction) => {
      const { by, descending } = query.order ?? { by: 'epoch', descending: false };
      const filters = this.filters(query);
      // The filter of the sorting field limits the keys that are read. Each other filter marks the positions that pass.
      const sorting = filters.get(by);
      filters.delete(by);
      // Entries are added epoch by epoch, so positions are already sorted by epoch.
      const ordered = by === 'epoch' && !sorting ? undefined : this.keys(transaction, by, sorting ?? keysOf(this.run));
      const passed = [...filters].map(([field, range]) => this.keys(transaction, field, range));
      const marks = new Uint8Array(await poolSize(transaction, this.storeName, this.run));
      for (const keys of await Promise.all(passed)) for (const [, position] of keys) marks[position] += 1;
      let positions = ordered
        ? Uint32Array.from(await ordered, ([, position]) => position)
        : Uint32Array.from(marks, (_, position) => position);
      positions = positions.filter((position) => marks[position] === passed.length);
      if (query.text) positions = await this.withText(transaction, positions, query.text);
      return descending ? positions.reverse() : positions;
    });
  }

  /** Returns the entries in the order of the given positions. Positions without an entry are left out. */
  read(positions: ArrayLike<number>): Promise<Positioned<Entry>[]> {
    return this.reading(async ({ store }) => {
      const entries = await Promise.all(Array.from(positions, (position) => store.get([this.run, position])));
      return entries.filter((entry) => entry !== undefined).map(withoutRun<Entry>);
    });
  }

  private reading<Result>(read: (transaction: ReadTransaction) => Promise<Result>): Promise<Result> {
    return this.database.read(`read the pools of run "${this.run}"`, (connection) =>
      read(connection.transaction(this.storeName) as unknown as ReadTransaction),
    );
  }

  private keys(transaction: ReadTransaction, index: string, range: IDBKeyRange): Promise<Key[]> {
    return transaction.objectStore(this.storeName).index(index).getAllKeys(range) as unknown as Promise<Key[]>;
  }

  private filters({ ranges = {}, family, source }: PoolQuery): Map<string, IDBKeyRange> {
    const filters = new Map<string, IDBKeyRange>();
    for (const field of POOL_FIELDS) {
      const range = field === 'family' || field === 'source' ? undefined : ranges[field];
      if (range && range[0] > range[1]) filters.set(field, emptyRange(this.run));
      else if (range) filters.set(field, IDBKeyRange.bound([this.run, range[0]], [this.run, range[1]]));
    }
    if (family !== undefined) filters.set('family', IDBKeyRange.only([this.run, family]));
    if (source !== undefined) filters.set('source', IDBKeyRange.only([this.run, source]));
    return filters;
  }

  /** Returns the positions whose entries contain the text, in the given order. */
  private async withText(
    transaction: ReadTransaction,
    positions: Uint32Array<ArrayBuffer>,
    text: string,
  ): Promise<Uint32Array<ArrayBuffer>> {
    const wanted = positions.toSorted();
    const lowerCase = text.toLowerCase();
    const found = new Set<number>();
    for (let start = 0; start < wanted.length;) {
      const first = wanted[start];
      const range = IDBKeyRange.bound([this.run, first], [this.run, first + SEARCH_WINDOW - 1]);
      const entries = (await transaction.objectStore(this.storeName).getAll(range)) as Positioned<Entry>[];
      for (const entry of entries) if (entry.text.toLowerCase().includes(lowerCase)) found.add(entry.position);
      while (start < wanted.length && wanted[start] < first + SEARCH_WINDOW) start += 1;
    }
    return positions.filter((position) => found.has(position));
  }
}

/** Returns the number of entries: one more than the last position. */
export async function poolSize(
  transaction: { objectStore(name: string): unknown },
  storeName: string,
  run: string,
): Promise<number> {
  const store = transaction.objectStore(storeName) as ReturnType<ReadTransaction['objectStore']>;
  const last = await store.openKeyCursor(keysOf(run), 'prev');
  return last ? (last.primaryKey as Key)[1] + 1 : 0;
}

const emptyRange = (run: string): IDBKeyRange => IDBKeyRange.only([run, []]);

function withoutRun<Entry>(stored: unknown): Positioned<Entry> {
  const { run: _, ...entry } = stored as Positioned<Entry> & { run: string };
  return entry as unknown as Positioned<Entry>;
}
