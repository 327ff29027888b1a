/**
 * @file An event log as JSON lines: one event per line, UTF-8, each line ended by a newline.
 *
 * A log that was cut off still holds a run: every epoch up to the last finished one.
 */
import { concatenate } from '../common/concatenate.ts';
import { nonFinitePlace } from '../common/non-finite.ts';
import type { LoggedEvent } from './run-store.ts';
import { StoreError } from './store-error.ts';

/** How the value of a line becomes an event. */
export interface LineFormat {
  /** Converts an event of an earlier version to the current version; throws if this is not possible. */
  upgrade(value: unknown): unknown;
  /** What is wrong with an event of the current version ("has no epoch"); null if nothing is wrong. */
  problem(value: unknown): string | null;
  /**
   * What is wrong with the events of an epoch together ("rolled-out: …"); null if nothing is wrong.
   * @param before the last event before them, null where they begin the log; undefined where it is not known
   */
  epochProblem?(events: readonly unknown[], before: unknown): string | null;
}

const anyEvent: LineFormat = { upgrade: (value) => value, problem: () => null };

const NEWLINE = 10;

/** @throws StoreError `store-damaged` where an event holds NaN or an infinity: JSON would hold null in its place */
export function writeEventLog(events: readonly LoggedEvent[]): Uint8Array<ArrayBuffer> {
  for (const event of events) {
    const place = nonFinitePlace(event);
    if (place === null) continue;
    const message = `Could not write the event log: ${place} of ${event.type} is not a finite number.`;
    throw new StoreError('damaged', message, { place, event: event.type });
  }
  return new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** Where a scan begins that does not begin with the log: after whole epochs. */
export interface ScanStart {
  /** The whole epochs before, and the length of their lines. */
  epochs: number;
  bytes: number;
  lines: number;
  /** The last event before; undefined where it is not known. */
  before?: LoggedEvent;
}

/** Where the lines of an epoch are in a log, bytes. */
export interface EpochLines {
  start: number;
  end: number;
  /** The length of each line, its newline included. */
  lengths: number[];
}

/**
 * Reads a log piece by piece, up to the first line that is not an event. It passes on each epoch as soon as the epoch ends,
 * so the whole log need not be in memory. Never throws.
 */
export class LogScanner<Event extends LoggedEvent> {
  /** Whole epochs so far, those before the start included, and the length of their lines. */
  epochs: number;
  bytes: number;
  /** What is wrong with the first line that is not an event ("line 17 is not JSON: …."); null if all lines are events. */
  problem: string | null = null;
  /** True where a finished epoch follows that line: the log is damaged, not merely cut off. */
  problemBeforeLastEpoch = false;
  /** Whether the last whole epoch ends without a newline. */
  unterminated = false;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private unfinished: Event[] = [];
  private lengths: number[] = [];
  private line: number;
  private position: number;
  private before: LoggedEvent | undefined;
  /** The beginning of a line whose end has not come yet. */
  private rest: Uint8Array[] = [];

  /**
   * @param onEpoch takes an epoch's events and where its lines are
   * @param start where the bytes come from that are pushed first; by default the beginning of the log
   */
  constructor(
    private readonly onEpoch: (events: Event[], lines: EpochLines) => void,
    private readonly format: LineFormat = anyEvent,
    { epochs, bytes, lines, before }: ScanStart = { epochs: 0, bytes: 0, lines: 0 },
  ) {
    this.epochs = epochs;
    this.bytes = bytes;
    this.position = bytes;
    this.line = lines;
    this.before = before;
  }

  /** @param bytes those that follow the ones before, cut anywhere */
  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const line = bytes.subarray(start, end);
      this.readLine(this.rest.length > 0 ? concatenate([...this.rest, line]) : line, true);
      this.rest = [];
      start = end + 1;
    }
    if (start < bytes.length) this.rest.push(bytes.slice(start));
  }

  /** The log has no more bytes. */
  end(): void {
    if (this.rest.length > 0) this.readLine(concatenate(this.rest), false);
    this.rest = [];
  }

  /** @param ended whether the line ends with a newline, which is not part of `bytes` */
  private readLine(bytes: Uint8Array, ended: boolean): void {
    this.line += 1;
    const length = bytes.length + (ended ? 1 : 0);
    this.position += length;
    // A line is an object, so one that was cut off is no JSON; a whole one may lack its newline.
    const [value, parsed] = parseLine(this.decoder, bytes, this.format);
    const fault = parsed && !ended ? 'is cut off' : parsed;
    this.unterminated = !ended && !fault && isEpochEnd(value);
    if (this.problem) this.problemBeforeLastEpoch ||= !fault && isEpochEnd(value);
    else if (fault) this.problem = `line ${this.line} ${fault}.`;
    else this.take(value as Event, length);
  }

  private take(event: Event, length: number): void {
    this.unfinished.push(event);
    this.lengths.push(length);
    if (!isEpochEnd(event)) return;
    const fault = this.format.epochProblem?.(this.unfinished, this.before ?? (this.epochs === 0 ? null : undefined));
    if (fault) {
      this.problem = `lines ${this.line + 1 - this.lengths.length} to ${this.line}, ${fault}.`;
      this.problemBeforeLastEpoch = true;
      return;
    }
    this.before = event;
    this.onEpoch(this.unfinished, { start: this.bytes, end: this.position, lengths: this.lengths });
    this.epochs += 1;
    this.bytes = this.position;
    this.unfinished = [];
    this.lengths = [];
  }
}

const isEpochEnd = (value: unknown): boolean => (value as LoggedEvent).type === 'epoch-ended';

const shapeProblem = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && typeof (value as Partial<LoggedEvent>).type === 'string'
    ? null
    : 'is not an event: it has no "type"';

function parseLine(
  decoder: TextDecoder,
  bytes: Uint8Array,
  format: LineFormat,
): [event: unknown, fault: string | null] {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    return [null, `is not JSON: ${(error as Error).message}`];
  }
  // The shape is checked first, because `format` relies on it.
  const fault = shapeProblem(value);
  if (fault) return [null, fault];
  try {
    const event = format.upgrade(value);
    return [event, format.problem(event)];
  } catch (error) {
    return [null, `is not an event this program reads: ${(error as Error).message}`];
  }
}

/** Whether a text looks like an event log. Only its beginning is checked. */
export const isEventLog = (text: string): boolean => /^\s*\{"type":/.test(text);
