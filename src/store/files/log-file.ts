/**
 * @file Keeps the event log of a run as a file, for Node. Only the positions of events are in memory, because a log may
 * be larger than memory.
 *
 * Lines after the last `epoch-ended` are an unfinished epoch. They are ignored, and the next epoch overwrites them.
 */
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CodedError } from '../../common/coded-error.ts';
import { sha256 } from '../../common/sha-256.ts';
import { inFile, type FileSystem, syncFolder, writeAll } from './durable-files.ts';
import {
  CHECKSUM_BYTES,
  checksumBefore,
  damagedLine,
  damagedLog,
  LogScanner,
  type ReadEpoch,
  readEventLines,
  writeEventLog,
} from '../event-log.ts';
import { epochOf, type EventFormat, explainFailure, type LoggedEvent, splitEpochs, storeError } from '../run-store.ts';

const NEWLINE = 10;

/** Place of an epoch in a log, and the types of its events. Each event is a line. */
export interface EpochPlace {
  epoch: number;
  /** Byte range of the epoch's lines in the log. `lengths` has the length of each line in bytes, newline included. */
  start: number;
  end: number;
  lengths: number[];
  /** Position of the epoch's first event among all events of the log. */
  firstSequence: number;
  types: readonly string[];
}

export class LogFile<Event extends LoggedEvent> {
  /** Problem found after the last finished epoch when the log was opened; null if there is none. */
  problem: CodedError | null = null;
  places: EpochPlace[] = [];
  /** Length of all whole epochs in bytes, dropped ones too, when this object last read or wrote the file. */
  private bytesOnDisk = 0;
  /** True if the last line has no newline yet. */
  private unterminated = false;

  private constructor(
    private readonly path: string,
    private readonly format: EventFormat<Event>,
    private readonly files: FileSystem,
  ) {}

  /** Opens a log that may not exist yet. @throws CodedError if the file is damaged before its last epoch, or no log */
  static async open<Event extends LoggedEvent>(
    path: string,
    format: EventFormat<Event>,
    files: FileSystem,
  ): Promise<LogFile<Event>> {
    const log = new LogFile(path, format, files);
    await log.read();
    return log;
  }

  get eventCount(): number {
    const last = this.places.at(-1);
    return last ? last.firstSequence + last.types.length : 0;
  }

  async epochEvents(place: EpochPlace): Promise<Event[]> {
    return this.eventsIn(await this.linesOf(place), place.firstSequence);
  }

  /** Reads the events at the given line numbers of an epoch. */
  events(place: EpochPlace, lines: readonly number[]): Promise<Event[]> {
    return this.inLog(async (file) => {
      const events: Event[] = [];
      for (const line of lines) events.push(await this.readEvent(file, place, line));
      return events;
    });
  }

  async hash(place: EpochPlace): Promise<string> {
    const read = await this.linesOf(place);
    const whole = read.at(-1) === NEWLINE ? read : Buffer.concat([read, Uint8Array.of(NEWLINE)]);
    return sha256(new Uint8Array(whole));
  }

  /** Appends whole epochs after the last one. An unfinished epoch is overwritten. */
  async append(events: readonly Event[]): Promise<void> {
    // Clone first, because cloning refuses values that JSON would silently drop.
    const epochs = splitEpochs(structuredClone(events) as Event[]);
    const file = await this.files.open(this.path, this.bytes === 0 ? 'w' : 'r+');
    const places: EpochPlace[] = [];
    try {
      await file.truncate(this.bytes);
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
        const place = this.placeOf(epoch, lineLengths(lines));
        places.push(place);
        this.places.push(place);
      }
      await file.sync();
    } catch (error) {
      this.places.splice(this.places.length - places.length);
      // Remove a partial epoch: it would not be read, but would take room on a full disk.
      await file.truncate(this.bytes).catch(() => {});
      throw error;
    } finally {
      this.bytesOnDisk = this.bytes;
      await file.close();
    }
    await syncFolder(dirname(this.path), this.files);
  }

  /** Counts the events in whole epochs that another process has stored since this object last read or wrote the log. */
  async grownBy(): Promise<number> {
    const { size } = await this.files.stat(this.path).catch(() => ({ size: 0 }));
    if (size <= this.bytesOnDisk) return 0;
    const now = await LogFile.open(this.path, this.format, this.files);
    return now.bytes > this.bytesOnDisk ? now.eventCount - this.eventCount : 0;
  }

  /** Drops all epochs after the first `epochs`. The file keeps them until the next epoch is stored. */
  leaveAfter(epochs: number): void {
    this.places.length = epochs;
    this.unterminated = false;
  }

  async remove(): Promise<void> {
    await this.files.rm(this.path, { force: true });
    this.leaveAfter(0);
    this.bytesOnDisk = 0;
  }

  /** Length of the log in bytes, up to the end of the last finished epoch. */
  private get bytes(): number {
    return this.places.at(-1)?.end ?? 0;
  }

  private async read(): Promise<void> {
    const log = new LogScanner<Event>(this.format, true);
    const take = (epochs: ReadEpoch<Event>[]) => {
      for (const { events, lengths } of epochs) this.places.push(this.placeOf(events, lengths));
    };
    try {
      for await (const chunk of createReadStream(this.path) as AsyncIterable<Buffer>) take(log.push(chunk));
      take(log.end());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw storeError(error, `read ${this.path}`);
    }
    if (log.problem && log.problemBeforeLastEpoch) throw damagedLog(this.path, log.problem);
    this.problem = log.problem ? damagedLine(this.path, log.problem, true) : null;
    if (this.places.length === 0) return this.refuseForeignFile();
    this.bytesOnDisk = this.bytes;
    this.unterminated = log.unterminated;
  }

  /** Returns the place that an epoch will have after it is appended. `lengths` has the length of each line in bytes. */
  private placeOf(events: readonly Event[], lengths: number[]): EpochPlace {
    const last = this.places.at(-1);
    const start = last?.end ?? 0;
    return {
      epoch: epochOf(events) ?? -1,
      types: events.map(({ type }) => type),
      lengths,
      start,
      end: lengths.reduce((end, length) => end + length, start),
      firstSequence: this.eventCount,
    };
  }

  private linesOf({ start, end }: EpochPlace): Promise<Buffer<ArrayBuffer>> {
    return this.inLog((file) => bytesOf(file, start, end));
  }

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

  /** Parses lines that were undamaged when the log was opened. For `first` and `before`, see {@link readEventLines}. */
  private eventsIn(bytes: Uint8Array, first: number, before = 0): Event[] {
    const refuse = (problem: string) => damagedLog(this.path, problem);
    return readEventLines(bytes, { first, before, refuse }).map((event) => this.format.upgrade(event));
  }

  private inLog<Result>(work: (file: FileHandle) => Promise<Result>): Promise<Result> {
    return explainFailure(`read ${this.path}`, () => inFile(this.path, 'r', work, this.files));
  }

  /** Refuses a file that is not a log, because a file without a finished epoch is overwritten. */
  private async refuseForeignFile(): Promise<void> {
    const { first } = this.format;
    const beginning = `{"type":${first ? JSON.stringify(first) : ''}`;
    const isLog = async (file: FileHandle) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
      return beginning.startsWith(buffer.toString('utf8', 0, bytesRead));
    };
    if (!(await inFile(this.path, 'r', isLog, this.files)))
      throw new CodedError('not-an-event-log', { path: this.path });
  }
}

async function bytesOf(file: FileHandle, start: number, end: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  return bytes;
}

/** Returns the length of each line in bytes, including its newline. */
function lineLengths(lines: Uint8Array): number[] {
  const lengths: number[] = [];
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(NEWLINE, start) + 1;
    lengths.push(end - start);
    start = end;
  }
  return lengths;
}
