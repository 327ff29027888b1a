/**
 * @file Sweeps and the results of their runs in IndexedDB. A result is stored as the lines that a file would hold: the
 * browser and `genenv sweep` keep the same bytes, read and validated by the same code.
 */
import { Database, keysOf, type StoredResult, type SweepRecord, type SweepStore } from './database.ts';

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
