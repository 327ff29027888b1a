/**
 * @file Sweeps and the results of their runs in IndexedDB. A result is stored as the lines that a file would hold: the
 * browser and `genenv sweep` keep the same bytes, read and validated by the same code.
 */
import {
  atomically,
  type Database,
  keysOf,
  openDatabase,
  type StoredResult,
  type SweepRecord,
  type SweepStore,
} from './database.ts';
import { explainFailure } from '../store-error.ts';

export class IndexedDbSweepStore implements SweepStore {
  private constructor(private readonly database: Database) {}

  static async open(name?: string): Promise<IndexedDbSweepStore> {
    return new IndexedDbSweepStore(await openDatabase(name));
  }

  list(): Promise<SweepRecord[]> {
    return explainFailure('list the sweeps', async () =>
      (await this.database.getAll('sweeps')).sort((a, b) => b.updatedAt - a.updatedAt || (a.name < b.name ? -1 : 1)),
    );
  }

  put(record: SweepRecord): Promise<void> {
    return this.putResults(record, new Map());
  }

  results(sweep: string): Promise<Map<string, StoredResult>> {
    return explainFailure(`read the results of sweep "${sweep}"`, async () => {
      const transaction = this.database.transaction('sweepResults');
      const range = keysOf(sweep);
      const [keys, values] = await Promise.all([transaction.store.getAllKeys(range), transaction.store.getAll(range)]);
      return new Map(keys.map(([, run], i) => [run, values[i]]));
    });
  }

  result(sweep: string, run: string): Promise<StoredResult | undefined> {
    return explainFailure(`read a result of sweep "${sweep}"`, () => this.database.get('sweepResults', [sweep, run]));
  }

  async putResults(record: SweepRecord, results: ReadonlyMap<string, StoredResult>): Promise<void> {
    await atomically(
      this.database,
      ['sweeps', 'sweepResults'],
      `store results of sweep "${record.name}"`,
      async (transaction, write) => {
        write(transaction.objectStore('sweeps').put(record));
        for (const [run, result] of results)
          write(transaction.objectStore('sweepResults').put(result, [record.name, run]));
      },
    );
  }

  async remove(sweep: string): Promise<void> {
    await atomically(
      this.database,
      ['sweeps', 'sweepResults'],
      `remove sweep "${sweep}"`,
      async (transaction, write) => {
        write(transaction.objectStore('sweeps').delete(sweep));
        write(transaction.objectStore('sweepResults').delete(keysOf(sweep)));
      },
    );
  }
}
