/**
 * @file An event log as JSON lines: one event per line, UTF-8, each line ended by a newline.
 *
 * A log that was cut off is still a run: everything up to its last finished epoch.
 */
import { nonFinitePlace } from '../common/non-finite.ts';
import type { LoggedEvent } from './run-store.ts';
import { StoreError } from './store-error.ts';

export interface EventLog<Event> {
  /** Events of whole epochs, in order. */
  events: Event[];
  epochs: number;
  /** Length of those events' lines, bytes. */
  bytes: number;
  /** What is wrong with the first line that is no event ("line 17 is not JSON: …."), or empty. */
  problem: string;
  /** True where a finished epoch follows that line: the log is damaged, not merely cut off. */
  problemBeforeLastEpoch: boolean;
}

/** What a log needs to know of its events. */
export interface EventReader {
  /** An event of any earlier version of its format as one of today's; throws where it cannot be one. */
  upgrade(value: unknown): unknown;
  /** Says what is wrong with an event of today's version ("has no epoch"), or returns an empty string. */
  problem(value: unknown): string;
  /**
   * Says what is wrong with the events of an epoch together ("rolled-out: …"), or returns an empty string.
   * @param before the last event before them, null where they begin the log; undefined where it is not known
   */
  epochProblem?(events: readonly unknown[], before: unknown): string;
}

const anyEvent: EventReader = { upgrade: (value) => value, problem: () => '' };

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

/**
 * Reads a log line by line, up to its first line that is no event; whole epochs are handed on as soon as they end, so
 * that a reader need not hold the log.
 */
export class LogScanner<Event extends LoggedEvent> {
  /** Whole epochs so far, and the length of their lines. */
  epochs = 0;
  bytes = 0;
  problem = '';
  problemBeforeLastEpoch = false;
  /** Whether the last whole epoch ends without a newline. */
  unterminated = false;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private unfinished: Event[] = [];
  private line = 0;
  private position = 0;
  /** The first line of the epoch under way. */
  private firstLine = 1;
  private before: Event | undefined;

  /**
   * @param onEpoch takes an epoch's events and where its lines begin and end, bytes
   */
  constructor(
    private readonly onEpoch: (events: Event[], start: number, end: number) => void,
    private readonly reader: EventReader = anyEvent,
  ) {}

  /** @param ended whether the line ends with a newline, which is no part of `bytes` */
  readLine(bytes: Uint8Array, ended: boolean): void {
    this.line += 1;
    this.position += bytes.length + (ended ? 1 : 0);
    // A line is an object, so one that was cut off is no JSON; a whole one may lack its newline.
    const [value, parsed] = parseLine(this.decoder, bytes, this.reader);
    const fault = parsed && !ended ? 'is cut off' : parsed;
    this.unterminated = !ended && !fault && isEpochEnd(value);
    if (this.problem) this.problemBeforeLastEpoch ||= !fault && isEpochEnd(value);
    else if (fault) this.problem = `line ${this.line} ${fault}.`;
    else this.take(value as Event);
  }

  private take(event: Event): void {
    this.unfinished.push(event);
    if (!isEpochEnd(event)) return;
    const fault = this.reader.epochProblem?.(this.unfinished, this.before ?? (this.epochs === 0 ? null : undefined));
    if (fault) {
      this.problem = `lines ${this.firstLine} to ${this.line}, ${fault}.`;
      this.problemBeforeLastEpoch = true;
      return;
    }
    this.before = event;
    this.firstLine = this.line + 1;
    this.onEpoch(this.unfinished, this.bytes, this.position);
    this.epochs += 1;
    this.bytes = this.position;
    this.unfinished = [];
  }
}

/** Reads the log up to its first line that is no event. Never throws. */
export function readEventLog<Event extends LoggedEvent>(log: Uint8Array, reader?: EventReader): EventLog<Event> {
  const events: Event[] = [];
  const scanner = new LogScanner<Event>((epoch) => events.push(...epoch), reader);
  for (let start = 0; start < log.length;) {
    const end = log.indexOf(NEWLINE, start);
    scanner.readLine(log.subarray(start, end < 0 ? log.length : end), end >= 0);
    start = end < 0 ? log.length : end + 1;
  }
  const { epochs, bytes, problem, problemBeforeLastEpoch } = scanner;
  return { events, epochs, bytes, problem, problemBeforeLastEpoch };
}

const isEpochEnd = (value: unknown): boolean => (value as LoggedEvent).type === 'epoch-ended';

const looksLikeEvent = (value: unknown): string =>
  typeof value === 'object' && value !== null && typeof (value as Partial<LoggedEvent>).type === 'string'
    ? ''
    : 'is not an event: it has no "type"';

function parseLine(decoder: TextDecoder, bytes: Uint8Array, reader: EventReader): [event: unknown, fault: string] {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    return [null, `is not JSON: ${(error as Error).message}`];
  }
  // The shape comes first: a reader may rely on it.
  const fault = looksLikeEvent(value);
  if (fault) return [null, fault];
  try {
    const event = reader.upgrade(value);
    return [event, reader.problem(event)];
  } catch (error) {
    return [null, `is not an event this program reads: ${(error as Error).message}`];
  }
}

/** Whether a text is an event log, judged by its beginning. */
export const isEventLog = (text: string): boolean => /^\s*\{"type":/.test(text);
