/**
 * @file A store of runs in memory, for tests.
 */
import { runEventFormat } from '../../genenv/log/event-format.ts';
import { followingEpoch, type LoggedEpoch, LogPool } from '../log-pool.ts';
import type { StoredPools } from '../pool-contract.ts';
import {
  countedRecord,
  defaultRetention,
  epochOf,
  expiredCheckpoints,
  splitEpochs,
  type Checkpoint,
  type EpochCommit,
  type EventFormat,
  type LoggedEvent,
  type RunAmendment,
  type Retention,
  type RunContents,
  type RunRecord,
  type RunStore,
} from '../run-store.ts';
import { conflictingCommit, runExists, storeError, unknownRun } from '../store-error.ts';

interface StoredRun<Event> {
  record: RunRecord;
  events: Event[];
  checkpoints: Map<number, Checkpoint>;
}

export class MemoryRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  private readonly runs = new Map<string, StoredRun<Event>>();

  constructor(
    private readonly retention: Retention = defaultRetention,
    private readonly now: () => number = Date.now,
    private readonly format = runEventFormat as unknown as EventFormat<Event>,
  ) {}

  async create(run: RunRecord, contents: RunContents<Event> = { epochs: [], checkpoints: [] }): Promise<void> {
    if (this.runs.has(run.id)) throw runExists(run.id);
    const doing = `create run "${run.id}"`;
    const events: Event[] = [];
    for await (const epoch of contents.epochs) events.push(...this.clone(epoch, doing));
    const checkpoints: Checkpoint[] = [];
    for await (const checkpoint of contents.checkpoints) checkpoints.push(this.clone(checkpoint, doing));
    const record = structuredClone(countedRecord(run, events));
    this.runs.set(run.id, {
      record,
      events,
      checkpoints: new Map(checkpoints.map((checkpoint) => [checkpoint.epoch, checkpoint])),
    });
  }

  async list(): Promise<RunRecord[]> {
    const records = [...this.runs.values()].map(({ record }) => structuredClone(record));
    return records.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  async get(id: string): Promise<RunRecord | undefined> {
    return structuredClone(this.runs.get(id)?.record);
  }

  async amend(id: string, changes: RunAmendment): Promise<void> {
    Object.assign(this.run(id).record, structuredClone(changes), { updatedAt: this.now() });
  }

  async *epochs(id: string, from = 0): AsyncGenerator<Event[], void, void> {
    yield* structuredClone(splitEpochs((this.runs.get(id)?.events ?? []).slice(from)));
  }

  async epochEvents(id: string, epoch: number): Promise<Event[]> {
    for await (const events of this.epochs(id)) if (epochOf(events) === epoch) return events;
    return [];
  }

  async outlines(id: string, { after = -Infinity, epochs = Infinity } = {}): Promise<Event[][]> {
    return splitEpochs(structuredClone(this.runs.get(id)?.events ?? []))
      .filter((events) => epochOf(events)! > after)
      .slice(0, epochs)
      .map((events) => events.map((event) => this.format.outline(event)));
  }

  async event(id: string, sequence: number): Promise<Event | undefined> {
    return structuredClone(this.runs.get(id)?.events[sequence]);
  }

  async *eventsOf<Type extends Event['type']>(
    id: string,
    type: Type,
  ): AsyncGenerator<Extract<Event, { type: Type }>, void, void> {
    for await (const events of this.epochs(id))
      for (const event of events) if (event.type === type) yield event as Extract<Event, { type: Type }>;
  }

  pools(id: string): StoredPools {
    const finished = () => splitEpochs(this.runs.get(id)?.events ?? []);
    const epochs = () => {
      const places: LoggedEpoch[] = [];
      for (const events of finished()) {
        const { train, environment } = this.format.poolEntries(events);
        const added = { train: train.length, environment: environment.length };
        places.push(followingEpoch(places.at(-1), epochOf(events) ?? -1, added));
      }
      return places;
    };
    const added = (index: number) => this.format.poolEntries(finished()[index]);
    return {
      train: new LogPool('train', epochs, async (index) => added(index).train),
      environment: new LogPool('environment', epochs, async (index) => added(index).environment),
    };
  }

  async checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined> {
    const wanted = epoch ?? (await this.checkpointEpochs(id)).at(-1);
    return wanted === undefined ? undefined : structuredClone(this.runs.get(id)?.checkpoints.get(wanted));
  }

  async checkpointEpochs(id: string): Promise<number[]> {
    return [...(this.runs.get(id)?.checkpoints.keys() ?? [])].sort((a, b) => a - b);
  }

  async commitEpoch(commit: EpochCommit<Event>): Promise<void> {
    const { record, events, checkpoints } = this.run(commit.runId);
    const { firstSequence } = commit;
    if (record.eventCount !== firstSequence) throw conflictingCommit(commit.runId, firstSequence, record.eventCount);
    // Cloned before anything changes, so that a commit that cannot be cloned leaves the run as it was.
    const cloned = this.clone(commit, `store epoch ${commit.checkpoint.epoch} of run "${commit.runId}"`);
    events.push(...cloned.events);
    const { epoch } = cloned.checkpoint;
    for (const old of expiredCheckpoints([...checkpoints.keys()], epoch, this.retention)) checkpoints.delete(old);
    checkpoints.set(epoch, cloned.checkpoint);
    Object.assign(record, {
      epochs: record.epochs + 1,
      eventCount: events.length,
      pendingChanges: [],
      updatedAt: this.now(),
    } satisfies Partial<RunRecord>);
  }

  async remove(id: string): Promise<void> {
    this.runs.delete(id);
  }

  private run(id: string): StoredRun<Event> {
    const run = this.runs.get(id);
    if (!run) throw unknownRun(id);
    return run;
  }

  private clone<Data>(data: Data, doing: string): Data {
    try {
      return structuredClone(data);
    } catch (error) {
      throw storeError(error, doing);
    }
  }
}
