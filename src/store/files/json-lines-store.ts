/**
 * @file Stores one run as files, for Node: `run.jsonl` holds the event log (log-file.ts), `run.jsonl.checkpoints/` the
 * checkpoints (durable-files.ts).
 *
 * An epoch is stored in three steps: the checkpoint is written, the epoch's lines are appended and synced, and expired
 * checkpoints are removed. The process may be killed, or the disk may be full, at any time. The second newest
 * checkpoint stays until the next epoch is stored, because a log that is cut in its last epoch continues from there.
 */
import { basename, dirname } from 'node:path';
import { CodedError } from '../../common/coded-error.ts';
import { sha256 } from '../../common/sha-256.ts';
import { damagedCheckpoint } from '../checkpoint-parts.ts';
import { writeEventLog } from '../event-log.ts';
import type { Positioned, TrainPool, TrainPoolEntry } from '../pool-contract.ts';
import {
  type Checkpoint,
  conflictingCommit,
  defaultRetention,
  type EpochCommit,
  type EventFormat,
  expiredCheckpoints,
  explainFailure,
  type LoggedEvent,
  newRunRecord,
  type Retention,
  type RunAmendment,
  type RunContents,
  type RunRecord,
  type RunStore,
  unknownRun,
} from '../run-store.ts';
import { CheckpointFolders, type FileSystem, nodeFiles } from './durable-files.ts';
import { type EpochPlace, LogFile } from './log-file.ts';

class LogPool implements TrainPool {
  /**
   * Makes the D_train of a log. @param epochs returns the number of epochs in the log
   * @param readEntries reads the entries that an epoch adds
   * @param counts number of entries of each epoch read so far, shared with the store
   */
  constructor(
    private readonly epochs: () => number,
    private readonly readEntries: (index: number) => Promise<TrainPoolEntry[]>,
    private readonly counts: number[],
  ) {}

  async size(): Promise<number> {
    let size = 0;
    for (let index = 0; index < this.epochs(); index += 1)
      size += this.counts[index] ??= (await this.readEntries(index)).length;
    return size;
  }

  async read(positions: ArrayLike<number>): Promise<Positioned<TrainPoolEntry>[]> {
    const size = await this.size();
    const found: Positioned<TrainPoolEntry>[] = [];
    /** Entries of the epoch read last. They are kept, because neighbouring positions usually belong to one epoch. */
    let held: { first: number; entries: TrainPoolEntry[] } | undefined;
    for (const position of Array.from(positions)) {
      if (position >= size) continue;
      if (!held || position < held.first || position >= held.first + held.entries.length) {
        let [index, first] = [0, 0];
        while (first + this.counts[index] <= position) first += this.counts[index++];
        held = { first, entries: await this.readEntries(index) };
      }
      found.push({ ...held.entries[position - held.first], position });
    }
    return found;
  }
}

/** Stores exactly one run, whose id is the path of its log. */
export class JsonLinesRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  private record: RunRecord | undefined;
  /** Number of D_train entries by epoch, filled when the pool is read. */
  private readonly poolCounts: number[] = [];
  private readonly checkpoints: CheckpointFolders;

  private constructor(
    readonly path: string,
    private readonly format: EventFormat<Event>,
    private readonly retention: Retention,
    private readonly files: FileSystem,
    private readonly log: LogFile<Event>,
  ) {
    this.checkpoints = new CheckpointFolders(path, files);
  }

  static async open<Event extends LoggedEvent>(
    path: string,
    format: EventFormat<Event>,
    retention = defaultRetention,
    files = nodeFiles,
  ): Promise<JsonLinesRunStore<Event>> {
    const log = await LogFile.open(path, format, files);
    const store = new JsonLinesRunStore<Event>(path, format, retention, files, log);
    await store.readRecord();
    return store;
  }

  /** Problem found after the last finished epoch when the log was opened; null if there is none. */
  get problem(): CodedError | null {
    return this.log.problem;
  }

  async create(run: RunRecord, contents: RunContents<Event> = { epochs: [], checkpoints: [] }): Promise<void> {
    const { path } = this;
    if (run.id !== path) throw new RangeError(`The run in ${path} must have that path as its id.`);
    if (this.record) throw new CodedError('run-exists', { run: path });
    await explainFailure(`create ${path}`, async () => {
      await this.files.mkdir(dirname(path), { recursive: true });
      try {
        for await (const events of contents.epochs) await this.log.append(events);
        for await (const checkpoint of contents.checkpoints)
          await this.writeCheckpoint(checkpoint, await this.epochEvents(path, checkpoint.epoch));
      } catch (error) {
        await this.remove(path);
        throw error;
      }
      this.record = structuredClone({ ...run, ...this.counts() });
    });
  }

  async get(id: string): Promise<RunRecord | undefined> {
    return id === this.path ? structuredClone(this.record) : undefined;
  }

  /** Keeps amendments in memory only, because a log has no place for them and a headless run has no live controls. */
  async amend(id: string, changes: RunAmendment): Promise<void> {
    Object.assign(this.known(id), structuredClone(changes));
  }

  async *epochs(id: string, from = 0): AsyncGenerator<Event[], void, void> {
    for (const place of this.placesOf(id)) if (place.firstSequence >= from) yield this.log.epochEvents(place);
  }

  async epochEvents(id: string, epoch: number): Promise<Event[]> {
    const place = this.placesOf(id).find((one) => one.epoch === epoch);
    return place ? this.log.epochEvents(place) : [];
  }

  async event(id: string, sequence: number): Promise<Event | undefined> {
    const place = this.placesOf(id).findLast(({ firstSequence }) => firstSequence <= sequence);
    const line = sequence - (place?.firstSequence ?? 0);
    if (!place || line >= place.types.length) return undefined;
    return (await this.log.events(place, [line]))[0];
  }

  async *eventsOf<Type extends Event['type']>(
    id: string,
    type: Type,
  ): AsyncGenerator<Extract<Event, { type: Type }>, void, void> {
    for (const place of this.placesOf(id)) {
      const lines = [...place.types.keys()].filter((line) => place.types[line] === type);
      if (lines.length === 0) continue;
      yield* (await this.log.events(place, lines)) as Extract<Event, { type: Type }>[];
    }
  }

  trainPool(id: string): TrainPool {
    const places = () => this.placesOf(id);
    const entriesOf = async (index: number) =>
      this.format.poolEntries(await this.log.epochEvents(places()[index])).train;
    return new LogPool(() => places().length, entriesOf, this.poolCounts);
  }

  async checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined> {
    const epochs = await this.checkpointEpochs(id);
    const wanted = epoch ?? epochs.at(-1);
    if (wanted === undefined || !epochs.includes(wanted)) return undefined;
    return explainFailure(`read the checkpoint of epoch ${wanted} beside ${this.path}`, async () => {
      const { checkpoint, lines } = await this.checkpoints.read(wanted);
      const place = this.log.places.find((one) => one.epoch === wanted);
      if (lines !== null && place && (await this.log.hash(place)) !== lines)
        throw damagedCheckpoint(this.path, wanted, 'they belong to another log than this one.');
      return checkpoint;
    });
  }

  async checkpointEpochs(id: string): Promise<number[]> {
    if (id !== this.path) return [];
    // Checkpoints of later epochs than the log's last one belong to an interrupted commit.
    const last = this.log.places.at(-1)?.epoch ?? -1;
    return (await this.checkpoints.epochs()).filter((epoch) => epoch <= last);
  }

  async commitEpoch({ runId, firstSequence, events, checkpoint }: EpochCommit<Event>): Promise<void> {
    const record = this.known(runId);
    if (record.eventCount !== firstSequence) throw conflictingCommit(runId, firstSequence, record.eventCount);
    await explainFailure(`store epoch ${checkpoint.epoch} in ${this.path}`, async () => {
      const grown = await this.log.grownBy();
      if (grown > 0) throw conflictingCommit(runId, firstSequence, firstSequence + grown);
      const previous = this.log.places.at(-1)?.epoch;
      await this.writeCheckpoint(checkpoint, events);
      await this.log.append(events);
      Object.assign(record, this.counts(), { pendingChanges: [] });
      const kept = await this.checkpointEpochs(runId);
      for (const epoch of expiredCheckpoints(kept, checkpoint.epoch, this.retention))
        if (epoch !== previous) await this.checkpoints.remove(epoch);
    });
  }

  async remove(id: string): Promise<void> {
    if (id !== this.path) return;
    await this.log.remove();
    this.forgetPoolCounts();
    await this.checkpoints.removeAll();
    this.record = undefined;
  }

  /**
   * Drops the epochs after the last one whose weights are stored, so that the run repeats them. The file keeps the
   * dropped epochs until the next epoch is stored. Does nothing if no weights are stored.
   */
  async leaveEpochsWithoutWeights(): Promise<void> {
    const last = (await this.checkpointEpochs(this.path)).at(-1);
    const index = this.log.places.findLastIndex(({ epoch }) => epoch === last);
    if (!this.record || index < 0 || index === this.log.places.length - 1) return;
    this.log.leaveAfter(index + 1);
    this.forgetPoolCounts();
    Object.assign(this.record, this.counts());
  }

  private async readRecord(): Promise<void> {
    const [first] = this.log.places;
    if (!first) return;
    const { birthtimeMs, mtimeMs } = await this.files.stat(this.path);
    const [started] = (await this.log.events(first, [0])) as { settings?: unknown }[];
    const record = newRunRecord({
      id: this.path,
      name: basename(this.path),
      settings: started.settings,
      now: birthtimeMs,
    });
    this.record = { ...record, updatedAt: mtimeMs, ...this.counts() };
  }

  /** Drops the counts of epochs that are not in the log. */
  private forgetPoolCounts(): void {
    this.poolCounts.length = this.log.places.length;
  }

  private counts(): Pick<RunRecord, 'epochs' | 'eventCount'> {
    return { epochs: this.log.places.length, eventCount: this.log.eventCount };
  }

  /** Writes a checkpoint. @param events events of the checkpoint's epoch; empty if they are not stored */
  private async writeCheckpoint(checkpoint: Checkpoint, events: readonly Event[]): Promise<void> {
    await this.checkpoints.write(checkpoint, events.length > 0 ? await sha256(writeEventLog(events)) : null);
  }

  private placesOf(id: string): readonly EpochPlace[] {
    return id === this.path ? this.log.places : [];
  }

  private known(id: string): RunRecord {
    if (!this.record || id !== this.path) throw unknownRun(id);
    return this.record;
  }
}
