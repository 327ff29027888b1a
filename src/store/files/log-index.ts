/**
 * @file The index of an event log, `run.jsonl.index` beside it: where each epoch is in the log, and what it holds. With it
 * a log of hundreds of megabytes is opened without being parsed.
 *
 * The index is never believed unread. Each of its lines has a CRC-32 of the epoch's lines in the log, which are read and
 * compared, and begins with a CRC-32 of itself and of all lines before it. The first epoch that differs is scanned, and all
 * that follow it, as if there were no index. So it may be missing, cut off, or that of another log, and needs no sync.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { inFile, type FileSystem, writeAll } from './durable-files.ts';
import type { EpochLines } from '../event-log.ts';
import type { PoolName } from '../pool-contract.ts';
import type { LoggedEpoch } from './log-pool.ts';

/** The place of an epoch in a log, and the types of its events: an event is a line. */
export interface EpochPlace extends LoggedEpoch, EpochLines {
  /** Position in the log of its first event. */
  firstSequence: number;
  types: readonly string[];
}

/** A line of the index: the epoch's number, its entries in D_train and D_env, its checksum, its events. */
type IndexLine = [
  epoch: number,
  train: number,
  environment: number,
  checksum: number,
  types: readonly string[],
  lengths: number[],
];

/** Raise it where the form of the index changes, or where the epochs of a log are told apart otherwise. */
const VERSION = 2;
/** No index is larger, bytes: what is larger is something else. */
const LARGEST = 2 ** 28;
/** Bytes of the log that are read at once. */
const WINDOW = 2 ** 20;
const CHECK_DIGITS = 8;

export const indexFile = (log: string): string => `${log}.index`;

/** An epoch that is put at the end of a log; of the pools, the number of entries that it adds to them. */
interface AddedEpoch extends Record<PoolName, number> {
  epoch: number;
  types: readonly string[];
  lengths: number[];
}

export function placeAfter(last: EpochPlace | undefined, { train, environment, ...added }: AddedEpoch): EpochPlace {
  const start = last?.end ?? 0;
  const range = (name: PoolName, count: number) => ({ first: last ? last[name].first + last[name].count : 0, count });
  return {
    ...added,
    train: range('train', train),
    environment: range('environment', environment),
    start,
    end: added.lengths.reduce((end, length) => end + length, start),
    firstSequence: last ? last.firstSequence + last.types.length : 0,
  };
}

export class LogIndex {
  /** The end and the check of each line that is known to be in the file. */
  private lines: { end: number; check: number }[] = [];
  /** False once it could not be written: the log is stored without one. */
  private usable = true;
  private readonly seed: number;

  /** @param version of the events: an index made under another one says nothing */
  constructor(
    private readonly log: string,
    version: number,
    private readonly files: FileSystem,
  ) {
    this.seed = crc32(`genenv-log-index ${VERSION}, events ${version}`);
  }

  /** The epochs at the beginning of the log that are as the index says; none where there is no index. */
  async read(): Promise<EpochPlace[]> {
    this.lines = [];
    try {
      const indexed = await this.readLines();
      if (indexed.length === 0) return [];
      const places: EpochPlace[] = [];
      for (const { place } of indexed) places.push(placeAfter(places.at(-1), place));
      const same = await this.inLog(async (file) => {
        let count = 0;
        for await (const checksum of checksums(file, places)) {
          if (checksum !== indexed[count].checksum) break;
          count += 1;
        }
        return count;
      });
      this.lines.length = same;
      return places.slice(0, same);
    } catch {
      // The scan that follows says what is wrong with the log, if anything is.
      this.lines = [];
      return [];
    }
  }

  /** The epochs after so many leave the log. */
  keep(epochs: number): void {
    if (this.lines.length > epochs) this.lines.length = epochs;
  }

  /** Adds those of the epochs that it lacks, all of whose lines are in the log. */
  async extend(places: readonly EpochPlace[]): Promise<void> {
    const added = places.slice(this.lines.length);
    if (!this.usable || added.length === 0) return;
    try {
      await this.write(added);
    } catch {
      // A full disk, or a folder that may not be written: a log without index is only slower to open.
      this.usable = false;
      await this.remove().catch(() => {});
    }
  }

  async remove(): Promise<void> {
    this.lines = [];
    await this.files.rm(indexFile(this.log), { force: true });
  }

  private async readLines(): Promise<{ place: AddedEpoch; checksum: number }[]> {
    const path = indexFile(this.log);
    if ((await this.files.stat(path)).size > LARGEST) return [];
    const text = await this.files.readFile(path, 'utf8');
    const read: { place: AddedEpoch; checksum: number }[] = [];
    let end = 0;
    // Text after the last newline is no whole line.
    for (const line of text.split('\n').slice(0, -1)) {
      const content = line.slice(CHECK_DIGITS + 1);
      const check = this.checkOf(content);
      if (line !== lineOf(check, content)) break;
      end += Buffer.byteLength(line) + 1;
      this.lines.push({ end, check });
      const [epoch, train, environment, checksum, types, lengths] = JSON.parse(content) as IndexLine;
      read.push({ place: { epoch, train, environment, types, lengths }, checksum });
    }
    return read;
  }

  private async write(added: readonly EpochPlace[]): Promise<void> {
    const from = this.lines.at(-1)?.end ?? 0;
    const lines: string[] = [];
    await this.inLog(async (file) => {
      for await (const checksum of checksums(file, added)) {
        const { epoch, train, environment, types, lengths } = added[lines.length];
        const content = JSON.stringify([
          epoch,
          train.count,
          environment.count,
          checksum,
          types,
          lengths,
        ] satisfies IndexLine);
        const check = this.checkOf(content);
        const line = lineOf(check, content);
        lines.push(line);
        this.lines.push({ end: (this.lines.at(-1)?.end ?? 0) + Buffer.byteLength(line) + 1, check });
      }
    });
    const write = async (file: FileHandle) => {
      await file.truncate(from);
      await writeAll(file, new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')), from);
    };
    await inFile(indexFile(this.log), from === 0 ? 'w' : 'r+', write, this.files);
  }

  /** The check of the line that follows. */
  private checkOf(content: string): number {
    return crc32(content, this.lines.at(-1)?.check ?? this.seed);
  }

  private inLog<Result>(work: (file: FileHandle) => Promise<Result>): Promise<Result> {
    return inFile(this.log, 'r', work, this.files);
  }
}

const lineOf = (check: number, content: string): string =>
  `${check.toString(16).padStart(CHECK_DIGITS, '0')} ${content}`;

/** The CRC-32 of the bytes of each place, in order; the places follow each other. Ends where the file ends. */
async function* checksums(file: FileHandle, places: readonly EpochPlace[]): AsyncGenerator<number, void, void> {
  const window = Buffer.allocUnsafe(WINDOW);
  let bytes = window.subarray(0, 0);
  for (const { start, end } of places) {
    let checksum = 0;
    for (let at = start; at < end;) {
      if (bytes.length === 0) bytes = window.subarray(0, (await file.read(window, 0, WINDOW, at)).bytesRead);
      if (bytes.length === 0) return;
      const part = bytes.subarray(0, end - at);
      checksum = crc32(part, checksum);
      at += part.length;
      bytes = bytes.subarray(part.length);
    }
    yield checksum;
  }
}
