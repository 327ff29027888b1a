/**
 * @file Stores runs in IndexedDB. An epoch (events, their outlines, pool entries, checkpoint, record) is one
 * transaction.
 */
import {
  type Connection,
  Database,
  keysOf,
  POOL_STORES,
  type StoredCheckpoint,
  type StoredEvent,
  type Transaction,
  type Write,
} from './database.ts';
import { hashCheckpoint, refuseOtherBytes } from '../checkpoint-parts.ts';
import { IndexedDbPool, poolSize } from './indexed-db-pool.ts';
import {
  type Checkpoint,
  conflictingCommit,
  countedRecord,
  defaultRetention,
  type EpochCommit,
  epochOf,
  type EventFormat,
  expiredCheckpoints,
  type LoggedEvent,
  type Retention,
  type RunAmendment,
  type RunContents,
  type RunRecord,
  type RunStore,
  unknownRun,
} from '../run-store.ts';
import type { EnvironmentPoolEntry, PoolName, TrainPoolEntry } from '../pool-contract.ts';
import { readEventLines, writeEventLog } from '../event-log.ts';
import { CodedError } from '../../common/coded-error.ts';

const storesOfARun = ['runs', 'events', 'outlines', 'trainPool', 'environmentPool', 'checkpoints'] as const;

/** Maximum number of events that one request reads. */
const READ_WINDOW = 32;

export class IndexedDbRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  private constructor(
    private readonly database: Database,
    private readonly format: EventFormat<Event>,
    private readonly retention: Retention,
    private readonly now: () => number,
  ) {}

  /** Opens the store. @param options.now wall clock for `updatedAt`, milliseconds since 1970 */
  static async open<Event extends LoggedEvent>(options: {
    format: EventFormat<Event>;
    name?: string;
    retention?: Retention;
    now?: () => number;
  }): Promise<IndexedDbRunStore<Event>> {
    const { format, name, retention = defaultRetention, now = Date.now } = options;
    return new IndexedDbRunStore(await Database.open(name), format, retention, now);
  }

  close(): void {
    this.database.close();
  }

  async create(
    run: RunRecord,
    { epochs, checkpoints }: RunContents<Event> = { epochs: [], checkpoints: [] },
  ): Promise<void> {
    const doing = `create run "${run.id}"`;
    // A long run needs several transactions, so the run is marked as discarded until the last transaction.
    const unfinished = { ...countedRecord(run, []), discarded: true };
    await this.database.write(['runs'], doing, async (transaction, write) => {
      write(transaction.objectStore('runs').add(unfinished));
    });
    try {
      const sizes = { train: 0, environment: 0 };
      let counted: RunRecord = unfinished;
      for await (const epoch of epochs) {
        const before = counted;
        counted = { ...before, epochs: before.epochs + 1, eventCount: before.eventCount + epoch.length };
        await this.database.write([...storesOfARun], doing, async (transaction, write) => {
          const stored = await transaction.objectStore('runs').get(run.id);
          if (!stored) throw unknownRun(run.id);
          this.writeEpoch(transaction, write, run.id, before.eventCount, epoch);
          this.writePools(transaction, write, run.id, sizes, epoch);
          write(transaction.objectStore('runs').put(counted));
        });
      }
      const hashed: StoredCheckpoint[] = [];
      for await (const checkpoint of checkpoints) hashed.push(await withHashes(checkpoint));
      await this.database.write(['runs', 'checkpoints'], doing, async (transaction, write) => {
        const { epochs, eventCount } = counted;
        write(transaction.objectStore('runs').put({ ...run, epochs, eventCount }));
        for (const checkpoint of hashed)
          write(transaction.objectStore('checkpoints').add(checkpoint, [run.id, checkpoint.epoch]));
      });
    } catch (error) {
      await this.remove(run.id);
      throw error;
    }
  }

  /** Lists the runs, latest change first. */
  async list(): Promise<RunRecord[]> {
    const runs = await this.database.read('list the runs', (connection) => connection.getAll('runs'));
    return runs.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  get(id: string): Promise<RunRecord | undefined> {
    return this.database.read(`read run "${id}"`, (connection) => connection.get('runs', id));
  }

  async amend(id: string, changes: RunAmendment): Promise<void> {
    await this.database.write(['runs'], `change run "${id}"`, async (transaction, write) => {
      const runs = transaction.objectStore('runs');
      const run = await runs.get(id);
      if (!run) throw unknownRun(id);
      write(runs.put({ ...run, ...changes, updatedAt: this.now() }));
    });
  }

  async *epochs(id: string, from = 0): AsyncGenerator<Event[], void, void> {
    let unfinished: Event[] = [];
    for (let next = from; ; next += READ_WINDOW) {
      const events = await this.database.read(`read the events of run "${id}"`, (connection) =>
        connection.getAll('events', IDBKeyRange.bound([id, next], [id, []]), READ_WINDOW),
      );
      for (const [i, stored] of events.entries()) {
        const event = this.read(id, next + i, stored);
        unfinished.push(event);
        if (event.type !== 'epoch-ended') continue;
        yield unfinished;
        unfinished = [];
      }
      if (events.length < READ_WINDOW) return;
    }
  }

  async epochEvents(id: string, epoch: number): Promise<Event[]> {
    return this.database.read(`read epoch ${epoch} of run "${id}"`, async (connection) => {
      const outline = await connection.get('outlines', [id, epoch]);
      if (!outline) return [];
      const { first, count } = outline;
      const events = await connection.getAll('events', IDBKeyRange.bound([id, first], [id, first + count - 1]));
      return events.map((event, i) => this.read(id, first + i, event));
    });
  }

  /** Returns what a page needs first: all events of the newest epoch, and outlines of the older events. */
  async outlined(id: string): Promise<Event[]> {
    const outlines = await this.database.read(`read the outline of run "${id}"`, (connection) =>
      connection.getAll('outlines', keysOf(id)),
    );
    const epochs = outlines.map(({ first, lines }) => this.eventsIn(id, first, lines));
    const newest = epochOf(epochs.at(-1) ?? []);
    if (newest === undefined) return [];
    return [...epochs.slice(0, -1).flat(), ...(await this.epochEvents(id, newest))];
  }

  event(id: string, sequence: number): Promise<Event | undefined> {
    return this.database.read(`read an event of run "${id}"`, async (connection) => {
      const event = await connection.get('events', [id, sequence]);
      return event && this.read(id, sequence, event);
    });
  }

  async *eventsOf<Type extends Event['type']>(
    id: string,
    type: Type,
  ): AsyncGenerator<Extract<Event, { type: Type }>, void, void> {
    let from = 0;
    for (;;) {
      const events = await this.database.read(`read the events of run "${id}"`, (connection) =>
        this.window(connection, id, type, from),
      );
      for (const [sequence, event] of events) {
        yield event as Extract<Event, { type: Type }>;
        from = sequence + 1;
      }
      if (events.length < READ_WINDOW) return;
    }
  }

  /** Returns both pools, to browse them. */
  pools(id: string) {
    return {
      train: new IndexedDbPool<TrainPoolEntry>(this.database, POOL_STORES.train, id),
      environment: new IndexedDbPool<EnvironmentPoolEntry>(this.database, POOL_STORES.environment, id),
    };
  }

  trainPool(id: string): IndexedDbPool<TrainPoolEntry> {
    return this.pools(id).train;
  }

  async checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined> {
    const [key, stored] = await this.database.read(`read the checkpoint of run "${id}"`, async (connection) => {
      if (epoch !== undefined) return [epoch, await connection.get('checkpoints', [id, epoch])] as const;
      const cursor = await connection.transaction('checkpoints').store.openCursor(keysOf(id), 'prev');
      return [cursor?.key[1] ?? 0, cursor?.value] as const;
    });
    if (!stored) return undefined;
    const { hashes, ...checkpoint } = stored;
    await refuseOtherBytes(id, key, checkpoint, hashes);
    return checkpoint;
  }

  checkpointEpochs(id: string): Promise<number[]> {
    return this.database.read(`list the checkpoints of run "${id}"`, async (connection) =>
      (await connection.getAllKeys('checkpoints', keysOf(id))).map(([, epoch]) => epoch),
    );
  }

  async commitEpoch({ runId, firstSequence, events, checkpoint }: EpochCommit<Event>): Promise<void> {
    const doing = `store epoch ${checkpoint.epoch} of run "${runId}"`;
    // Hash first, because a transaction would end while hashes are computed.
    const hashed = await withHashes(checkpoint);
    await this.database.write([...storesOfARun], doing, async (transaction, write) => {
      const checkpoints = transaction.objectStore('checkpoints');
      const [run, kept, train, environment] = await Promise.all([
        transaction.objectStore('runs').get(runId),
        checkpoints.getAllKeys(keysOf(runId)),
        poolSize(transaction, POOL_STORES.train, runId),
        poolSize(transaction, POOL_STORES.environment, runId),
      ]);
      if (!run) throw unknownRun(runId);
      if (run.eventCount !== firstSequence) throw conflictingCommit(runId, firstSequence, run.eventCount);

      this.writeEpoch(transaction, write, runId, firstSequence, events);
      this.writePools(transaction, write, runId, { train, environment }, events);
      write(checkpoints.put(hashed, [runId, checkpoint.epoch]));
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
    await this.database.write([...storesOfARun], `remove run "${id}"`, async (transaction, write) => {
      for (const name of storesOfARun) {
        write(transaction.objectStore(name).delete(name === 'runs' ? id : keysOf(id)));
      }
    });
  }

  /** Reads up to `READ_WINDOW` events of one type, with their positions in the log, starting at `from`. */
  private async window(
    connection: Connection,
    id: string,
    type: string,
    from: number,
  ): Promise<[sequence: number, event: Event][]> {
    const { store } = connection.transaction('events');
    const first: [string, number] = [id, from];
    let cursor = await store.index('type').openKeyCursor(type);
    // The index holds this type's events of all runs, in the order of their keys.
    if (cursor && indexedDB.cmp(cursor.primaryKey, first) < 0) cursor = await cursor.continuePrimaryKey(type, first);
    const keys: [string, number][] = [];
    while (cursor && cursor.primaryKey[0] === id && keys.length < READ_WINDOW) {
      keys.push(cursor.primaryKey);
      cursor = await cursor.continue();
    }
    const events = await Promise.all(keys.map((key) => store.get(key)));
    return keys.map(([, sequence], i) => [sequence, this.read(id, sequence, events[i]!)]);
  }

  /** Parses an event. @throws CodedError `stored-run-damaged` if it is damaged or belongs to another position */
  private read(run: string, sequence: number, { line }: StoredEvent): Event {
    return this.eventsIn(run, sequence, line)[0];
  }

  private eventsIn(run: string, first: number, lines: Uint8Array): Event[] {
    const refuse = (problem: string) => new CodedError('stored-run-damaged', { run, problem });
    // Checksums start from the position, so an event from another position is detected.
    return readEventLines(lines, { first, before: first, refuse }).map((event) => this.format.upgrade(event));
  }

  private writeEpoch(
    transaction: Transaction,
    write: Write,
    run: string,
    first: number,
    events: readonly Event[],
  ): void {
    const store = transaction.objectStore('events');
    // Clone first, because cloning refuses values that JSON would silently drop.
    (structuredClone(events) as Event[]).forEach((event, i) =>
      write(store.add({ type: event.type, line: writeEventLog([event], first + i) }, [run, first + i])),
    );
    const lines = writeEventLog(
      events.map((event) => this.format.outline(event)),
      first,
    );
    const outline = { first, count: events.length, lines };
    write(transaction.objectStore('outlines').put(outline, [run, epochOf(events) ?? first]));
  }

  /** Adds an epoch's entries to both pools and updates `sizes`, the number of entries of each pool. */
  private writePools(
    transaction: Transaction,
    write: Write,
    run: string,
    sizes: Record<PoolName, number>,
    epoch: readonly Event[],
  ): void {
    const { train, environment } = this.format.poolEntries(epoch);
    const [trainPool, environmentPool] = [
      transaction.objectStore(POOL_STORES.train),
      transaction.objectStore(POOL_STORES.environment),
    ];
    for (const entry of train) write(trainPool.add({ ...entry, run, position: sizes.train++ }));
    for (const entry of environment) write(environmentPool.add({ ...entry, run, position: sizes.environment++ }));
  }
}

const withHashes = async (checkpoint: Checkpoint): Promise<StoredCheckpoint> => ({
  ...checkpoint,
  hashes: await hashCheckpoint(checkpoint),
});
