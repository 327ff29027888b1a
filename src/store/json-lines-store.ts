/**
 * @file One run as files, for Node: `run.jsonl` holds the event log, `run.jsonl.checkpoints/EPOCH/` the safetensors files.
 *
 * The log is the record. An epoch is stored in three steps, and the process may be killed, or the disk be full, in or
 * between any of them: the checkpoint is written under a temporary name, synced and renamed; the epoch's lines are
 * appended and synced; expired checkpoints are removed. What follows the last `epoch-ended` line is an unfinished epoch:
 * it is not read, and the next commit overwrites it.
 *
 * The checkpoint before the newest stays until the next epoch is stored: a log that is cut in its last epoch goes on from
 * there. `checkpoint.json` beside the weights says what they must be (checkpoint-hashes.ts).
 *
 * Memory holds only where each event is in the file, because a log may be larger than the memory. A large log has an index
 * (log-index.ts), so that it is opened without being parsed.
 */
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { CodedError } from '../common/coded-error.ts';
import { sha256 } from '../common/sha-256.ts';
import { checkpointParts, damagedCheckpoint, hashCheckpoint, refuseOtherBytes } from './checkpoint-hashes.ts';
import { nodeFiles, syncFolder, writeAll, writeSynced, type FileSystem } from './durable-files.ts';
import {
  defaultRetention,
  epochOf,
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
import {
  CHECKSUM_BYTES,
  checksumBefore,
  damagedLine,
  damagedLog,
  type EpochLines,
  LogScanner,
  readEventLines,
  type ScanStart,
  writeEventLog,
} from './event-log.ts';
import { type EpochPlace, LogIndex, placeAfter } from './log-index.ts';
import { LogPool } from './log-pool.ts';
import type { PoolAdditions, StoredPools } from './pool-contract.ts';
import { conflictingCommit, runExists, explainFailure, storeError, unknownRun } from './store-error.ts';

const NEWLINE = 10;
const HASHES_FILE = 'checkpoint.json';

/** What `checkpoint.json` holds: the hashes of a checkpoint, and that of the lines of its epoch in the log. */
const hashesSchema = z.object({
  format: z.literal('genenv-checkpoint'),
  version: z.literal(1),
  epoch: z.int(),
  sha256: z.record(z.string(), z.string()),
  lines: z.string().nullable(),
});

/** Bytes of a log from which on it has an index: a smaller one is scanned in about half a second. */
const INDEXED_FROM = 2 ** 24;

/** A store of exactly one run, whose id is the path of its log. */
export class JsonLinesRunStore<Event extends LoggedEvent> implements RunStore<Event> {
  /** What is wrong with what follows the last finished epoch of the log, as it was opened; null where nothing is. */
  problem: CodedError | null = null;
  private places: EpochPlace[] = [];
  private record: RunRecord | undefined;
  /** Bytes of whole epochs in the file as this store has read or written it, also of those it has left. */
  private bytesOnDisk = 0;
  /** Whether the last line has no newline yet. */
  private unterminated = false;
  private readonly index: LogIndex;

  private constructor(
    readonly path: string,
    private readonly format: EventFormat<Event>,
    private readonly retention: Retention,
    private readonly files: FileSystem,
    private readonly indexedFrom: number,
  ) {
    this.index = new LogIndex(path, format.version, files);
  }

  /**
   * Opens the log, or starts a new one if there is none. Refuses a log that is damaged before its last epoch.
   * @param indexedFrom bytes of a log from which on it has an index
   */
  static async open<Event extends LoggedEvent>(
    path: string,
    format: EventFormat<Event>,
    retention = defaultRetention,
    files = nodeFiles,
    indexedFrom = INDEXED_FROM,
  ): Promise<JsonLinesRunStore<Event>> {
    const store = new JsonLinesRunStore<Event>(path, format, retention, files, indexedFrom);
    await store.read();
    return store;
  }

  async create(run: RunRecord, contents: RunContents<Event> = { epochs: [], checkpoints: [] }): Promise<void> {
    const { path } = this;
    if (run.id !== path) throw new RangeError(`The run in ${path} must have that path as its id.`);
    if (this.record) throw runExists(path);
    await explainFailure(`create ${path}`, async () => {
      await this.files.mkdir(dirname(path), { recursive: true });
      try {
        for await (const events of contents.epochs) await this.append(events);
        for await (const checkpoint of contents.checkpoints)
          await this.writeCheckpoint(checkpoint, await this.epochEvents(path, checkpoint.epoch));
      } catch (error) {
        await this.remove(path);
        throw error;
      }
      this.record = structuredClone({ ...run, epochs: this.places.length, eventCount: this.eventCount });
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

  async *epochs(id: string, from = 0): AsyncGenerator<Event[], void, void> {
    for (const place of this.placesOf(id)) if (place.firstSequence >= from) yield this.readEpoch(place);
  }

  async epochEvents(id: string, epoch: number): Promise<Event[]> {
    const place = this.placesOf(id).find((one) => one.epoch === epoch);
    return place ? this.readEpoch(place) : [];
  }

  async outlines(id: string, { after = -Infinity, epochs = Infinity } = {}): Promise<Event[][]> {
    const outlines: Event[][] = [];
    const first = this.placesOf(id).find(({ epoch }) => epoch > after);
    if (!first) return outlines;
    for await (const events of this.epochs(id, first.firstSequence)) {
      if (outlines.length >= epochs) break;
      outlines.push(events.map((event) => this.format.outline(event)));
    }
    return outlines;
  }

  async event(id: string, sequence: number): Promise<Event | undefined> {
    const place = this.placesOf(id).findLast(({ firstSequence }) => firstSequence <= sequence);
    const line = sequence - (place?.firstSequence ?? 0);
    if (!place || line >= place.types.length) return undefined;
    return this.inLog((file) => this.readEvent(file, place, line));
  }

  async *eventsOf<Type extends Event['type']>(
    id: string,
    type: Type,
  ): AsyncGenerator<Extract<Event, { type: Type }>, void, void> {
    for (const place of this.placesOf(id)) {
      const lines = [...place.types.keys()].filter((line) => place.types[line] === type);
      if (lines.length === 0) continue;
      const events = await this.inLog(async (file) => {
        const read: Event[] = [];
        for (const line of lines) read.push(await this.readEvent(file, place, line));
        return read;
      });
      yield* events as Extract<Event, { type: Type }>[];
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
    return explainFailure(`read the checkpoint of epoch ${wanted} beside ${this.path}`, async () => {
      const [agentWeights, agentOptimizer, environmentWeights, environmentOptimizer] = await Promise.all(
        checkpointParts.map(({ name }) => this.readPart(wanted, `${name}.safetensors`)),
      );
      const checkpoint = {
        epoch: wanted,
        agent: { weights: agentWeights, optimizer: agentOptimizer },
        environment: { weights: environmentWeights, optimizer: environmentOptimizer },
      };
      await this.refuseOtherCheckpoint(wanted, checkpoint);
      return checkpoint;
    });
  }

  async checkpointEpochs(id: string): Promise<number[]> {
    if (id !== this.path) return [];
    const names = await this.files.readdir(`${this.path}.checkpoints`).catch(() => []);
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
      const previous = this.places.at(-1)?.epoch;
      await this.writeCheckpoint(checkpoint, events);
      await this.append(events);
      record.epochs += 1;
      record.eventCount = this.eventCount;
      record.pendingChanges = [];
      const kept = await this.checkpointEpochs(runId);
      for (const epoch of expiredCheckpoints(kept, checkpoint.epoch, this.retention)) {
        if (epoch !== previous) await this.files.rm(this.checkpointFolder(epoch), { recursive: true, force: true });
      }
    });
  }

  async remove(id: string): Promise<void> {
    if (id !== this.path) return;
    await this.files.rm(this.path, { force: true });
    await this.files.rm(`${this.path}.checkpoints`, { recursive: true, force: true });
    await this.index.remove();
    this.record = undefined;
    this.places = [];
    this.bytesOnDisk = 0;
    this.unterminated = false;
  }

  /**
   * Leaves the epochs after the last one whose weights are stored, so that the run goes on from there: they are made
   * again. The file keeps them until the next epoch is stored. Without any weights nothing is left.
   */
  async leaveEpochsWithoutWeights(): Promise<void> {
    const last = (await this.checkpointEpochs(this.path)).at(-1);
    const index = this.places.findLastIndex(({ epoch }) => epoch === last);
    if (!this.record || index < 0 || index === this.places.length - 1) return;
    this.places.length = index + 1;
    this.unterminated = false;
    this.record.epochs = this.places.length;
    this.record.eventCount = this.eventCount;
  }

  /** Bytes of the log up to the end of the last finished epoch. */
  private get bytes(): number {
    return this.places.at(-1)?.end ?? 0;
  }

  private get eventCount(): number {
    const last = this.places.at(-1);
    return last ? last.firstSequence + last.types.length : 0;
  }

  private placesOf(id: string): readonly EpochPlace[] {
    return id === this.path ? this.places : [];
  }

  private async read(): Promise<void> {
    let log: LogScanner<Event>;
    try {
      this.places = await this.index.read();
      const last = this.places.at(-1);
      const before = last && (await this.inLog((file) => this.readEvent(file, last, last.types.length - 1)));
      const start = { epochs: this.places.length, bytes: this.bytes, lines: this.eventCount, before };
      log = await this.scan(start, (events, lines) => this.places.push(this.placeOf(events, lines)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storeError(error, `read ${this.path}`);
    }
    if (log.problem && log.problemBeforeLastEpoch) throw damagedLog(this.path, log.problem);
    this.problem = log.problem ? damagedLine(this.path, log.problem) : null;
    const [place] = this.places;
    if (!place) return this.refuseForeignFile();
    const { birthtimeMs, mtimeMs } = await this.files.stat(this.path);
    this.bytesOnDisk = this.bytes;
    this.unterminated = log.unterminated;
    const { settings } = (await this.inLog((file) => this.readEvent(file, place, 0))) as { settings?: unknown };
    this.record = {
      ...newRunRecord({ id: this.path, name: basename(this.path), settings, now: birthtimeMs }),
      updatedAt: mtimeMs,
      epochs: log.epochs,
      eventCount: this.eventCount,
    };
    await this.extendIndex();
  }

  /** Reads the log chunk by chunk. */
  private async scan(
    start: ScanStart,
    onEpoch: (events: Event[], lines: EpochLines) => void,
  ): Promise<LogScanner<Event>> {
    const scanner = new LogScanner<Event>(onEpoch, this.format, start);
    for await (const chunk of createReadStream(this.path, { start: start.bytes }) as AsyncIterable<Buffer>)
      scanner.push(chunk);
    scanner.end();
    return scanner;
  }

  /** The place of an epoch that follows the last one. */
  private placeOf(events: readonly Event[], { lengths }: Pick<EpochLines, 'lengths'>): EpochPlace {
    const { train, environment } = this.format.poolEntries(events);
    return placeAfter(this.places.at(-1), {
      number: epochOf(events) ?? -1,
      train: train.length,
      environment: environment.length,
      types: events.map(({ type }) => type),
      lengths,
    });
  }

  private async extendIndex(): Promise<void> {
    if (this.bytes >= this.indexedFrom)
      await this.index.extend(this.unterminated ? this.places.slice(0, -1) : this.places);
  }

  private async readEpoch(place: EpochPlace): Promise<Event[]> {
    const bytes = await this.inLog((file) => bytesOf(file, place.start, place.end));
    return this.eventsIn(bytes, place.firstSequence);
  }

  /** One event of an epoch, without the others. */
  private async readEvent(
    file: FileHandle,
    { start, lengths, firstSequence }: EpochPlace,
    line: number,
  ): Promise<Event> {
    const from = lengths.slice(0, line).reduce((at, length) => at + length, start);
    const skipped = line === 0 ? 0 : CHECKSUM_BYTES;
    const bytes = await bytesOf(file, from - skipped, from + lengths[line]);
    const before = line === 0 ? 0 : checksumBefore(bytes);
    return this.eventsIn(bytes.subarray(skipped), firstSequence + line, before)[0];
  }

  /** The events of lines that were whole when the log was opened; `first` and `before` as of {@link readEventLines}. */
  private eventsIn(bytes: Uint8Array, first: number, before = 0): Event[] {
    const refuse = (problem: string) => damagedLog(this.path, problem);
    return readEventLines(bytes, { first, before, refuse }).map((event) => this.format.upgrade(event));
  }

  private inLog<Result>(work: (file: FileHandle) => Promise<Result>): Promise<Result> {
    return explainFailure(`read ${this.path}`, async () => {
      const file = await this.files.open(this.path);
      try {
        return await work(file);
      } finally {
        await file.close();
      }
    });
  }

  /** Another process may have finished an epoch in the same log since it was read here. */
  private async refuseIfGrown(id: string, firstSequence: number): Promise<void> {
    const { size } = await this.files.stat(this.path).catch(() => ({ size: 0 }));
    if (size <= this.bytesOnDisk) return;
    let grown = 0;
    const start = { epochs: this.places.length, bytes: this.bytesOnDisk, lines: this.eventCount };
    await this.scan(start, (events) => (grown += events.length));
    if (grown > 0) throw conflictingCommit(id, firstSequence, firstSequence + grown);
  }

  /** Appends whole epochs after the last one, over an unfinished epoch if there is one. */
  private async append(events: readonly Event[]): Promise<void> {
    // The clone comes first: it refuses values that JSON would silently drop.
    const epochs = splitEpochs(structuredClone(events) as Event[]);
    const file = await this.files.open(this.path, this.bytes === 0 ? 'w' : 'r+');
    const places: EpochPlace[] = [];
    try {
      await file.truncate(this.bytes);
      this.index.keep(this.places.length);
      if (this.unterminated) {
        await writeAll(file, Uint8Array.of(NEWLINE), this.bytes);
        const last = this.places.at(-1)!;
        last.end += 1;
        last.lengths[last.lengths.length - 1] += 1;
        this.unterminated = false;
      }
      for (const epoch of epochs) {
        const lines = writeEventLog(epoch);
        await writeAll(file, lines, this.bytes);
        const place = this.placeOf(epoch, { lengths: lineLengths(lines) });
        places.push(place);
        this.places.push(place);
      }
      await file.sync();
    } catch (error) {
      this.places.splice(this.places.length - places.length);
      // Half an epoch is not read, but takes room on a full disk.
      await file.truncate(this.bytes).catch(() => {});
      throw error;
    } finally {
      this.bytesOnDisk = this.bytes;
      await file.close();
    }
    await syncFolder(dirname(this.path), this.files);
    await this.extendIndex();
  }

  private checkpointFolder(epoch: number): string {
    return join(`${this.path}.checkpoints`, String(epoch));
  }

  /** @param events of its epoch; none where they are not stored */
  private async writeCheckpoint(checkpoint: Checkpoint, events: readonly Event[]): Promise<void> {
    const folder = this.checkpointFolder(checkpoint.epoch);
    const unfinished = `${folder}.unfinished`;
    const hashes = {
      format: 'genenv-checkpoint',
      version: 1,
      ...(await hashCheckpoint(checkpoint)),
      lines: events.length > 0 ? await sha256(writeEventLog(events)) : null,
    } satisfies z.infer<typeof hashesSchema>;
    await this.files.rm(unfinished, { recursive: true, force: true });
    await this.files.mkdir(unfinished, { recursive: true });
    try {
      for (const { name, player, part } of checkpointParts)
        await writeSynced(join(unfinished, `${name}.safetensors`), checkpoint[player][part], this.files);
      const json = new TextEncoder().encode(`${JSON.stringify(hashes)}\n`);
      await writeSynced(join(unfinished, HASHES_FILE), json, this.files);
      await syncFolder(unfinished, this.files);
      await this.files.rm(folder, { recursive: true, force: true });
      await this.files.rename(unfinished, folder);
    } catch (error) {
      await this.files.rm(unfinished, { recursive: true, force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(folder), this.files);
  }

  private async readPart(epoch: number, file: string): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await this.files.readFile(join(this.checkpointFolder(epoch), file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw damagedCheckpoint(this.path, epoch, `${file} is missing in ${this.checkpointFolder(epoch)}.`);
    }
  }

  private async refuseOtherCheckpoint(epoch: number, checkpoint: Checkpoint): Promise<void> {
    const text = new TextDecoder().decode(await this.readPart(epoch, HASHES_FILE));
    const expected = hashesSchema.safeParse(parseJson(text));
    if (!expected.success) throw damagedCheckpoint(this.path, epoch, `${HASHES_FILE} beside them is damaged.`);
    await refuseOtherBytes(this.path, epoch, checkpoint, expected.data);
    const { lines } = expected.data;
    const place = this.places.find((one) => one.epoch === epoch);
    if (lines === null || !place) return;
    const read = await this.inLog((file) => bytesOf(file, place.start, place.end));
    const whole = read.at(-1) === NEWLINE ? read : Buffer.concat([read, Uint8Array.of(NEWLINE)]);
    if ((await sha256(new Uint8Array(whole))) !== lines)
      throw damagedCheckpoint(this.path, epoch, 'they belong to another log than this one.');
  }

  private known(id: string): RunRecord {
    if (!this.record || id !== this.path) throw unknownRun(id);
    return this.record;
  }

  /** A log without a finished epoch is overwritten. A file that is not a log must be kept, so it is refused. */
  private async refuseForeignFile(): Promise<void> {
    const { first } = this.format;
    const beginning = `{"type":${first ? JSON.stringify(first) : ''}`;
    const file = await this.files.open(this.path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
      if (beginning.startsWith(buffer.toString('utf8', 0, bytesRead))) return;
    } finally {
      await file.close();
    }
    throw new CodedError(
      'not-an-event-log',
      `${this.path} is not an event log: it does not begin as one. Choose another file for the run.`,
      { path: this.path },
    );
  }
}

async function bytesOf(file: FileHandle, start: number, end: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  return bytes;
}

/** The length of each line of some lines, its newline included. */
function lineLengths(lines: Uint8Array): number[] {
  const lengths: number[] = [];
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(NEWLINE, start) + 1;
    lengths.push(end - start);
    start = end;
  }
  return lengths;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
