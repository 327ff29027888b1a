/**
 * @file An event log as JSON lines: one event per line, UTF-8, each line ended by a newline.
 *
 * A log that was cut off still holds a run: every epoch up to the last finished one.
 */
import type { LoggedEvent } from './run-store.ts';

export interface EventLog<Event> {
  /** Events of whole epochs, in order. */
  events: Event[];
  epochs: number;
  /** Length of those events' lines, bytes. */
  bytes: number;
  /** What is wrong with the first line that is not an event ("line 17 is not JSON: …."); null if all lines are events. */
  problem: string | null;
  /** True where a finished epoch follows that line: the log is damaged, not merely cut off. */
  problemBeforeLastEpoch: boolean;
}

/** How the value of a line becomes an event. */
export interface LineFormat {
  /** Converts an event of an earlier version to the current version; throws if this is not possible. */
  upgrade(value: unknown): unknown;
  /** What is wrong with an event of the current version ("has no epoch"); null if nothing is wrong. */
  problem(value: unknown): string | null;
}

const anyEvent: LineFormat = { upgrade: (value) => value, problem: () => null };

const NEWLINE = 10;

export const writeEventLog = (events: readonly LoggedEvent[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

/**
 * Reads a log line by line, up to the first line that is not an event. It passes on each epoch as soon as the epoch
 * ends, so the whole log need not be in memory.
 */
export class LogScanner<Event extends LoggedEvent> {
  /** Whole epochs so far, and the length of their lines. */
  epochs = 0;
  bytes = 0;
  problem: string | null = null;
  problemBeforeLastEpoch = false;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private unfinished: Event[] = [];
  private line = 0;
  private position = 0;

  /**
   * @param onEpoch takes an epoch's events and where its lines begin and end, bytes
   */
  constructor(
    private readonly onEpoch: (events: Event[], start: number, end: number) => void,
    private readonly format: LineFormat = anyEvent,
  ) {}

  /** @param ended whether the line ends with a newline, which is not part of `bytes` */
  readLine(bytes: Uint8Array, ended: boolean): void {
    this.line += 1;
    this.position += bytes.length + (ended ? 1 : 0);
    const [value, fault] = ended ? parseLine(this.decoder, bytes, this.format) : [null, 'is cut off'];
    if (this.problem) this.problemBeforeLastEpoch ||= !fault && isEpochEnd(value);
    else if (fault) this.problem = `line ${this.line} ${fault}.`;
    else this.take(value as Event);
  }

  private take(event: Event): void {
    this.unfinished.push(event);
    if (!isEpochEnd(event)) return;
    this.onEpoch(this.unfinished, this.bytes, this.position);
    this.epochs += 1;
    this.bytes = this.position;
    this.unfinished = [];
  }
}

/** Reads the log up to the first line that is not an event. Never throws. */
export function readEventLog<Event extends LoggedEvent>(log: Uint8Array, format?: LineFormat): EventLog<Event> {
  const events: Event[] = [];
  const scanner = new LogScanner<Event>((epoch) => events.push(...epoch), format);
  for (let start = 0; start < log.length;) {
    const end = log.indexOf(NEWLINE, start);
    scanner.readLine(log.subarray(start, end < 0 ? log.length : end), end >= 0);
    start = end < 0 ? log.length : end + 1;
  }
  const { epochs, bytes, problem, problemBeforeLastEpoch } = scanner;
  return { events, epochs, bytes, problem, problemBeforeLastEpoch };
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
