/**
 * @file One run as files, for Node: `run.jsonl` holds the event log, `run.jsonl.checkpoints/EPOCH/` the safetensors files.
 *
 * The log is the record. An epoch is stored in three steps, and the process may be killed in or between any of them: the
 * checkpoint is written under a temporary name and renamed; the epoch's lines are appended and flushed; expired
 * checkpoints are removed. What follows the last `epoch-ended` line is an unfinished epoch: it is not read, and the next
 * commit overwrites it.
 *
 * Memory holds only where each epoch begins and ends in the file, because a log may be larger than the memory.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  countedRecord,
  defaultRetention,
  expiredCheckpoints,
  splitEpochs,
  newRunRecord,
  type Checkpoint,
  type EpochCommit,
  type EventFormat,
  type LoggedEvent,
  type RunAmendment,
  type Retention,
  type RunContents,
  type RunRecord,
  type RunStore,
} from './run-store.ts';
import type { PolicySnapshot } from '../policy/policy.ts';
import { LogScanner, writeEventLog } from './event-log.ts';
import { followingEpoch, LogPool, type LoggedEpoch } from './log-pool.ts';
import type { PoolAdditions, StoredPools } from './pool-contract.ts';
import { StoreError, conflictingCommit, explainFailure, storeError, unknownRun } from './store-error.ts';

const players = ['agent', 'environment'] as const;
const NEWLINE = 10;

/** Where an epoch is in the file, and what kinds of events it has. */
interface EpochPlace extends LoggedEpoch {
  /** Bytes from `start` up to `end`. */
  start: number;
  end: number;
  /** Position in the log of its first event. */
  firstSequence: number;
  events: number;
  /** The types of its events. */
  types: ReadonlySet<string>;
}

/** A store of exactly one run, whose id is the path of its log. */
export class JsonLinesRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  private places: EpochPlace[] = [];
  private record: RunRecord | undefined;

  private constructor(
    readonly path: string,
    private readonly format: EventFormat<Event>,
    private readonly retention: Retention,
  ) {}

  /** Opens the log, or starts a new one if there is none. Refuses a log that is damaged before its last epoch. */
  static async open<Event extends LoggedEvent>(
    path: string,
    format: EventFormat<Event>,
    retention = defaultRetention,
  ): Promise<JsonLinesRunStore<Event>> {
    const store = new JsonLinesRunStore<Event>(path, format, retention);
    await store.read();
    return store;
  }

  async create(run: RunRecord, contents: RunContents<Event> = { events: [], checkpoints: [] }): Promise<void> {
    const { path } = this;
    if (run.id !== path) throw new StoreError('failed', `The run in ${path} must have that path as its id.`, { path });
    if (this.record)
      throw new StoreError('failed', `${path} already holds a run: choose another file, or resume it.`, { path });
    await explainFailure(`create ${this.path}`, async () => {
      await mkdir(dirname(this.path), { recursive: true });
      for (const checkpoint of contents.checkpoints) await this.writeCheckpoint(checkpoint);
      if (contents.events.length > 0) await this.append(contents.events);
      this.record = structuredClone(countedRecord(run, contents.events));
    });
  }

  async list(): Promise<RunRecord[]> {
    return this.record ? [structuredClone(this.record)] : [];
  }

  async get(id: string): Promise<RunRecord | undefined> {
    return id === this.path ? structuredClone(this.record) : undefined;
  }

  /** Amendments last as long as this object: a log has no place for them, and a headless run has no live controls. */
  async amend(id: string, changes: RunAmendment): Promise<void> {
    Object.assign(this.known(id), structuredClone(changes));
  }

  async events(id: string): Promise<Event[]> {
    const events: Event[] = [];
    for (const place of this.placesOf(id)) events.push(...(await this.readEpoch(place)));
    return events;
  }

  async event(id: string, sequence: number): Promise<Event | undefined> {
    const place = this.placesOf(id).findLast(({ firstSequence }) => firstSequence <= sequence);
    return place && (await this.readEpoch(place))[sequence - place.firstSequence];
  }

  async *eventsOf<Type extends Event['type']>(
    id: string,
    type: Type,
  ): AsyncGenerator<Extract<Event, { type: Type }>, void, void> {
    for (const place of this.placesOf(id)) {
      if (!place.types.has(type)) continue;
      for (const event of await this.readEpoch(place))
        if (event.type === type) yield event as Extract<Event, { type: Type }>;
    }
  }

  pools(id: string): StoredPools {
    const additions = async (index: number): Promise<PoolAdditions> =>
      this.format.poolEntries(await this.readEpoch(this.places[index]));
    const epochs = () => this.placesOf(id);
    return {
      train: new LogPool('train', epochs, async (index) => (await additions(index)).train),
      environment: new LogPool('environment', epochs, async (index) => (await additions(index)).environment),
    };
  }

  async checkpoint(id: string, epoch?: number): Promise<Checkpoint | undefined> {
    const epochs = await this.checkpointEpochs(id);
    const wanted = epoch ?? epochs.at(-1);
    if (wanted === undefined || !epochs.includes(wanted)) return undefined;
    const read = async (player: string, part: string): Promise<Uint8Array<ArrayBuffer>> =>
      new Uint8Array(await readFile(join(this.checkpointFolder(wanted), `${player}.${part}.safetensors`)));
    const model = async (player: string): Promise<PolicySnapshot> => ({
      weights: await read(player, 'weights'),
      optimizer: await read(player, 'optimizer'),
    });
    return explainFailure(`read the checkpoint of epoch ${wanted} beside ${this.path}`, async () => ({
      epoch: wanted,
      agent: await model('agent'),
      environment: await model('environment'),
    }));
  }

  async checkpointEpochs(id: string): Promise<number[]> {
    if (id !== this.path) return [];
    const names = await readdir(`${this.path}.checkpoints`).catch(() => []);
    // Epochs that the log does not reach belong to a commit that was interrupted.
    const last = this.places.at(-1)?.epoch ?? -1;
    return names
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((epoch) => epoch <= last)
      .sort((a, b) => a - b);
  }

  async commitEpoch({ runId, firstSequence, events, checkpoint }: EpochCommit<Event>): Promise<void> {
    const record = this.known(runId);
    if (record.eventCount !== firstSequence) throw conflictingCommit(runId, firstSequence, record.eventCount);
    await explainFailure(`store epoch ${checkpoint.epoch} in ${this.path}`, async () => {
      await this.refuseIfGrown(runId, firstSequence);
      await this.writeCheckpoint(checkpoint);
      await this.append(events);
      record.epochs += 1;
      record.eventCount = this.eventCount;
      record.pendingChanges = [];
      const kept = await this.checkpointEpochs(runId);
      for (const epoch of expiredCheckpoints(kept, checkpoint.epoch, this.retention)) {
        await rm(this.checkpointFolder(epoch), { recursive: true, force: true });
      }
    });
  }

  async remove(id: string): Promise<void> {
    if (id !== this.path) return;
    await rm(this.path, { force: true });
    await rm(`${this.path}.checkpoints`, { recursive: true, force: true });
    this.record = undefined;
    this.places = [];
  }

  /** Bytes of the log up to the end of the last finished epoch. */
  private get bytes(): number {
    return this.places.at(-1)?.end ?? 0;
  }

  private get eventCount(): number {
    const last = this.places.at(-1);
    return last ? last.firstSequence + last.events : 0;
  }

  private placesOf(id: string): readonly EpochPlace[] {
    return id === this.path ? this.places : [];
  }

  private async read(): Promise<void> {
    let first: Event | undefined;
    let log: LogScanner<Event>;
    try {
      log = await this.scan(0, (events, start, end) => {
        first ??= events[0];
        this.places.push(this.placeOf(events, start, end));
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storeError(error, `read ${this.path}`);
    }
    if (log.problem && log.problemBeforeLastEpoch) {
      const { path } = this;
      const { problem } = log;
      throw new StoreError('damaged', `${path}, ${problem} Choose another file, or repair that line.`, {
        path,
        problem,
      });
    }
    if (!first) return this.refuseForeignFile();
    const { birthtimeMs, mtimeMs } = await stat(this.path);
    const { settings } = first as { settings?: unknown };
    this.record = {
      ...newRunRecord({ id: this.path, name: basename(this.path), settings, now: birthtimeMs }),
      updatedAt: mtimeMs,
      epochs: log.epochs,
      eventCount: this.eventCount,
    };
  }

  /** Reads the log chunk by chunk, from a byte at which an epoch begins. */
  private async scan(
    from: number,
    onEpoch: (events: Event[], start: number, end: number) => void,
  ): Promise<LogScanner<Event>> {
    const scanner = new LogScanner<Event>(onEpoch, {
      upgrade: (event) => this.format.upgrade(event),
      problem: () => null,
    });
    let rest: Buffer[] = [];
    for await (const chunk of createReadStream(this.path, { start: from }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        scanner.readLine(Buffer.concat([...rest, chunk.subarray(start, end)]), true);
        rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
    if (rest.length > 0) scanner.readLine(Buffer.concat(rest), false);
    return scanner;
  }

  private placeOf(events: readonly Event[], start: number, end: number): EpochPlace {
    return {
      ...followingEpoch(this.places.at(-1), events, this.format.poolEntries(events)),
      start,
      end,
      firstSequence: this.eventCount,
      events: events.length,
      types: new Set(events.map(({ type }) => type)),
    };
  }

  private readEpoch({ start, end }: EpochPlace): Promise<Event[]> {
    return explainFailure(`read ${this.path}`, async () => {
      const file = await open(this.path);
      try {
        const bytes = Buffer.alloc(end - start);
        await file.read(bytes, 0, bytes.length, start);
        const lines = bytes.toString('utf8').trimEnd().split('\n');
        return lines.map((line) => this.format.upgrade(JSON.parse(line)));
      } finally {
        await file.close();
      }
    });
  }

  /** Another process may have finished an epoch in the same log since it was read here. */
  private async refuseIfGrown(id: string, firstSequence: number): Promise<void> {
    const { size } = await stat(this.path).catch(() => ({ size: 0 }));
    if (size <= this.bytes) return;
    let grown = 0;
    await this.scan(this.bytes, (events) => (grown += events.length));
    if (grown > 0) throw conflictingCommit(id, firstSequence, firstSequence + grown);
  }

  /** Appends whole epochs after the last one, over an unfinished epoch if there is one. */
  private async append(events: readonly Event[]): Promise<void> {
    // The clone comes first: it refuses values that JSON would silently drop.
    const epochs = splitEpochs(structuredClone(events) as Event[]);
    const file = await open(this.path, this.bytes === 0 ? 'w' : 'r+');
    const places: EpochPlace[] = [];
    try {
      await file.truncate(this.bytes);
      for (const epoch of epochs) {
        const lines = writeEventLog(epoch);
        const start = this.bytes;
        await file.write(lines, 0, lines.length, start);
        const place = this.placeOf(epoch, start, start + lines.length);
        places.push(place);
        this.places.push(place);
      }
      await file.sync();
    } catch (error) {
      this.places.splice(this.places.length - places.length);
      throw error;
    } finally {
      await file.close();
    }
  }

  private checkpointFolder(epoch: number): string {
    return join(`${this.path}.checkpoints`, String(epoch));
  }

  private async writeCheckpoint(checkpoint: Checkpoint): Promise<void> {
    const folder = this.checkpointFolder(checkpoint.epoch);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    for (const player of players) {
      for (const part of ['weights', 'optimizer'] as const) {
        await writeFile(join(unfinished, `${player}.${part}.safetensors`), checkpoint[player][part], { flush: true });
      }
    }
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  }

  private known(id: string): RunRecord {
    if (!this.record || id !== this.path) throw unknownRun(id);
    return this.record;
  }

  /** A log without a finished epoch is overwritten. A file that is not a log must be kept, so it is refused. */
  private async refuseForeignFile(): Promise<void> {
    const beginning = '{"type":';
    const file = await open(this.path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
      if (beginning.startsWith(buffer.toString('utf8', 0, bytesRead))) return;
    } finally {
      await file.close();
    }
    throw new StoreError(
      'damaged',
      `${this.path} is not an event log: its first line is not an event. Choose another file for the run.`,
      { path: this.path },
    );
  }
}
