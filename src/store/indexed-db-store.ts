/**
 * @file Runs in IndexedDB. An epoch (events, pool entries, checkpoint, record) is one transaction.
 */
import { atomically, openDatabase, type Database, type Transaction, type Write } from './database.ts';
import {
  countedRecord,
  defaultRetention,
  expiredCheckpoints,
  poolAdditions,
  type Checkpoint,
  type EpochCommit,
  type LoggedEvent,
  type RunAmendment,
  type Pools,
  type Retention,
  type RunContents,
  type RunRecord,
  type RunStore,
} from './run-store.ts';
import { overtaken, storeError, unknownRun } from './store-error.ts';

/** Every key of a run, in any object store keyed by [run, …]: an array sorts after every number. */
const keysOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

const storesOfARun = ['runs', 'events', 'trainPool', 'environmentPool', 'checkpoints'] as const;

/** Events with the pool entries they bring. */
function writeEvents<Event extends LoggedEvent>(
  transaction: Transaction<Event>,
  write: Write,
  runId: string,
  firstSequence: number,
  events: readonly Event[],
): void {
  const [trainPool, environmentPool] = [
    transaction.objectStore('trainPool'),
    transaction.objectStore('environmentPool'),
  ];
  events.forEach((event, i) => {
    const sequence = firstSequence + i;
    write(transaction.objectStore('events').add(event, [runId, sequence]));
    const { train, environment } = poolAdditions([event]);
    train.forEach((entry, index) => write(trainPool.add(entry, [runId, sequence, index])));
    environment.forEach((entry, index) => write(environmentPool.add(entry, [runId, sequence, index])));
  });
}

export class IndexedDbRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  private constructor(
    private readonly database: Database<Event>,
    private readonly retention: Retention,
    private readonly now: () => number,
    private readonly upgrade: (event: unknown) => unknown,
  ) {}

  /**
   * @param options.now Wall clock for `updatedAt`, milliseconds since 1970.
   * @param options.upgrade makes an event of today's format of one of any earlier version
   */
  static async open<Event extends LoggedEvent>(
    options: {
      name?: string;
      retention?: Retention;
      now?: () => number;
      upgrade?: (event: unknown) => unknown;
    } = {},
  ): Promise<IndexedDbRunStore<Event>> {
    const { name, retention = defaultRetention, now = Date.now, upgrade = (event) => event } = options;
    return new IndexedDbRunStore(await openDatabase<Event>(name), retention, now, upgrade);
  }

  close(): void {
    this.database.close();
  }

  async create(
    run: RunRecord,
    { events, checkpoints }: RunContents<Event> = { events: [], checkpoints: [] },
  ): Promise<void> {
    await atomically(this.database, [...storesOfARun], `create run "${run.id}"`, async (transaction, write) => {
      write(transaction.objectStore('runs').add(countedRecord(run, events)));
      writeEvents(transaction, write, run.id, 0, events);
      for (const checkpoint of checkpoints) {
        write(transaction.objectStore('checkpoints').add(checkpoint, [run.id, checkpoint.epoch]));
      }
    });
  }

  async list(): Promise<RunRecord[]> {
    const runs = await this.reading('list the runs', () => this.database.getAll('runs'));
    return runs.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  get(id: string): Promise<RunRecord | undefined> {
    return this.reading(`read run "${id}"`, () => this.database.get('runs', id));
  }

  async amend(id: string, changes: RunAmendment): Promise<void> {
    await atomically(this.database, ['runs'], `change run "${id}"`, async (transaction, write) => {
      const runs = transaction.objectStore('runs');
      const run = await runs.get(id);
      if (!run) throw unknownRun(id);
      write(runs.put({ ...run, ...changes, updatedAt: this.now() }));
    });
  }

  events(id: string): Promise<Event[]> {
    return this.reading(`read the events of run "${id}"`, async () =>
      (await this.database.getAll('events', keysOf(id))).map((event) => this.upgrade(event) as Event),
    );
  }

  event(id: string, sequence: number): Promise<Event | undefined> {
    return this.reading(
      `read an event of run "${id}"`,
      async () => this.upgrade(await this.database.get('events', [id, sequence])) as Event | undefined,
    );
  }

  pools(id: string): Promise<Pools<Event>> {
    return this.reading(`read the pools of run "${id}"`, async () => {
      const [train, environment] = await Promise.all([
        this.database.getAll('trainPool', keysOf(id)),
        this.database.getAll('environmentPool', keysOf(id)),
      ]);
      return { train, environment };
    });
  }

  checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined> {
    return this.reading(`read the checkpoint of run "${id}"`, async () => {
      if (epoch !== undefined) return this.database.get('checkpoints', [id, epoch]);
      const store = this.database.transaction('checkpoints').store;
      return (await store.openCursor(keysOf(id), 'prev'))?.value;
    });
  }

  checkpointEpochs(id: string): Promise<number[]> {
    return this.reading(`list the checkpoints of run "${id}"`, async () =>
      (await this.database.getAllKeys('checkpoints', keysOf(id))).map(([, epoch]) => epoch),
    );
  }

  async commitEpoch({ runId, firstSequence, events, checkpoint }: EpochCommit<Event>): Promise<void> {
    const doing = `store epoch ${checkpoint.epoch} of run "${runId}"`;
    await atomically(this.database, [...storesOfARun], doing, async (transaction, write) => {
      const checkpoints = transaction.objectStore('checkpoints');
      const [run, kept] = await Promise.all([
        transaction.objectStore('runs').get(runId),
        checkpoints.getAllKeys(keysOf(runId)),
      ]);
      if (!run) throw unknownRun(runId);
      if (run.eventCount !== firstSequence) throw overtaken(runId, firstSequence, run.eventCount);

      writeEvents(transaction, write, runId, firstSequence, events);
      write(checkpoints.put(checkpoint, [runId, checkpoint.epoch]));
      const epochs = kept.map(([, epoch]) => epoch);
      for (const epoch of expiredCheckpoints(epochs, checkpoint.epoch, this.retention)) {
        write(checkpoints.delete([runId, epoch]));
      }
      write(
        transaction.objectStore('runs').put({
          ...run,
          epochs: run.epochs + 1,
          eventCount: firstSequence + events.length,
          pendingChanges: [],
          updatedAt: this.now(),
        }),
      );
    });
  }

  async remove(id: string): Promise<void> {
    await atomically(this.database, [...storesOfARun], `remove run "${id}"`, async (transaction, write) => {
      for (const name of storesOfARun) {
        write(transaction.objectStore(name).delete(name === 'runs' ? id : keysOf(id)));
      }
    });
  }

  private async reading<Result>(doing: string, read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      throw storeError(error, doing);
    }
  }
}
