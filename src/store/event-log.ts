/**
 * @file Reads and writes an event log as JSON lines: one event per line, UTF-8, each line ended by a newline. Every
 * line has a checksum (checked-line.ts) that continues from the epoch's previous line.
 *
 * A log that was cut off still holds a run up to the last finished epoch.
 */
import { CHECKED_TAIL, checkedTail, checkLine, crc32 } from '../common/checked-line.ts';
import { CodedError } from '../common/coded-error.ts';
import { concatenate } from '../common/byte-source.ts';
import { nonFinitePlace } from '../common/plain-json.ts';
import type { EventFormat, LoggedEvent } from './run-store.ts';

const NEWLINE = 10;
const encoder = new TextEncoder();

/**
 * Encodes events as lines of a log.
 * @param events must begin with the first event of an epoch, unless `before` is given
 * @param before checksum that the first line's checksum continues from
 * @throws CodedError `event-not-finite` if an event holds NaN or an infinity, which JSON would turn into null
 */
export const writeEventLog = (events: readonly LoggedEvent[], before = 0): Uint8Array<ArrayBuffer> =>
  concatenate([...eventPieces(events, before)]);

/** Yields the bytes of {@link writeEventLog} in pieces, so that only a part of a large event is in memory as text. */
export function* eventPieces(
  events: readonly LoggedEvent[],
  before = 0,
): Generator<Uint8Array<ArrayBuffer>, void, void> {
  for (const event of events) {
    for (const text of jsonPieces(event)) {
      const bytes = encoder.encode(text);
      before = crc32(bytes, before);
      yield bytes;
    }
    yield encoder.encode(`${checkedTail(before)}\n`);
    if (isEpochEnd(event)) before = 0;
  }
}

/** Number of list entries per call of JSON.stringify, which takes longer per entry if its result is longer. */
const ENTRIES = 128;

/** Yields texts that make up the JSON of an event without its last brace. */
function* jsonPieces(event: LoggedEvent): Generator<string, void, void> {
  let text = '{';
  for (const [name, value] of Object.entries(event) as [string, unknown][]) {
    if (value === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    const place = nonFinitePlace({ [name]: value });
    if (place !== null) throw new CodedError('event-not-finite', { place, event: event.type });
    if (!Array.isArray(value) || value.length <= ENTRIES) {
      text += JSON.stringify(value);
      continue;
    }
    for (let i = 0; i < value.length; i += ENTRIES) {
      const entries = JSON.stringify(value.slice(i, i + ENTRIES)).slice(1, -1);
      yield text + (i === 0 ? '[' : ',') + entries;
      text = '';
    }
    text = ']';
  }
  yield text;
}

export interface ReadEpoch<Event> {
  events: Event[];
  /** Length of each event's line in bytes, including its newline. */
  lengths: number[];
}

/**
 * Reads a log piece by piece, up to the first line that is not an event. Each epoch is returned when it ends, so the
 * log need not fit in memory. Throws only if a later version of the program wrote the log.
 */
export class LogScanner<Event extends LoggedEvent> {
  /** Number of complete epochs read so far. */
  epochs = 0;
  /** Problem of the first line that is not an event ("line 17 is not JSON: …."); null if all lines are events. */
  problem: string | null = null;
  /** True if an epoch ends at or after the line of `problem`. The log is then damaged, not only cut off. */
  problemBeforeLastEpoch = false;
  /** True if the last whole epoch ends without a newline. */
  unterminated = false;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private finished: ReadEpoch<Event>[] = [];
  private unfinished: Event[] = [];
  private lengths: number[] = [];
  private line = 0;
  /** Last event of the previous epoch. */
  private before: LoggedEvent | null = null;
  /** Checksum of the previous line of this epoch; 0 at the start of an epoch. */
  private checksum = 0;
  /** Start of a line whose end has not arrived yet. */
  private rest: Uint8Array[] = [];

  /**
   * Makes a scanner. If `outer` is true, it parses only the first event of a run and the last event of each epoch. It
   * reads only the type of all others. Their checksums show that this program wrote them, so they need no check.
   */
  constructor(
    private readonly format: EventFormat<Event>,
    private readonly outer = false,
  ) {}

  /** Reads the next bytes of the log, which may end inside a line. @returns the epochs that end in `bytes` */
  push(bytes: Uint8Array): ReadEpoch<Event>[] {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const line = bytes.subarray(start, end);
      this.readLine(this.rest.length > 0 ? concatenate([...this.rest, line]) : line, true);
      this.rest = [];
      start = end + 1;
    }
    if (start < bytes.length) this.rest.push(bytes.slice(start));
    return this.finished.splice(0);
  }

  /** Reads the last line if it has no newline. @returns the epoch that this line ends, if any */
  end(): ReadEpoch<Event>[] {
    if (this.rest.length > 0) this.readLine(concatenate(this.rest), false);
    this.rest = [];
    return this.finished.splice(0);
  }

  /** Reads a line without its newline. @param ended true if the line has a newline */
  private readLine(bytes: Uint8Array, ended: boolean): void {
    this.line += 1;
    const { value, checksum, fault } = parseLine(this.decoder, bytes, this.checksum, this.format, this.outer);
    const endsEpoch = value !== null && isEpochEnd(value);
    this.checksum = endsEpoch ? 0 : checksum;
    this.unterminated = !ended && !fault && endsEpoch;
    if (fault || this.problem) {
      // A faulty line without a newline was cut off. A correct last line may lack its newline too.
      this.problem ??= `line ${this.line} ${ended ? fault : 'is cut off'}.`;
      this.problemBeforeLastEpoch ||= endsEpoch;
    } else this.take(value as Event, bytes.length + (ended ? 1 : 0));
  }

  private take(event: Event, length: number): void {
    this.unfinished.push(event);
    this.lengths.push(length);
    if (!isEpochEnd(event)) return;
    const fault = this.outer ? null : this.format.epochProblem?.(this.unfinished, this.before);
    if (fault) {
      this.problem = `lines ${this.line + 1 - this.lengths.length} to ${this.line}, ${fault}.`;
      this.problemBeforeLastEpoch = true;
      return;
    }
    this.before = event;
    this.finished.push({ events: this.unfinished, lengths: this.lengths });
    this.epochs += 1;
    this.unfinished = [];
    this.lengths = [];
  }
}

const isEpochEnd = (event: LoggedEvent): boolean => event.type === 'epoch-ended';

const isEvent = (value: unknown): value is LoggedEvent =>
  typeof value === 'object' && value !== null && typeof (value as Partial<LoggedEvent>).type === 'string';

/** Value and problem of a line. `value` is null if the line is not an event at all. */
interface ReadLine {
  value: LoggedEvent | null;
  checksum: number;
  fault: string | null;
}

/** Number of bytes at the start of a line that always include the event's type. */
const TYPE_BYTES = 64;

/**
 * Parses a line and checks its checksum.
 * @param before checksum of the previous line
 * @param outer see {@link LogScanner}
 */
function parseLine(
  decoder: TextDecoder,
  bytes: Uint8Array,
  before: number,
  format?: EventFormat<LoggedEvent>,
  outer = false,
): ReadLine {
  let read: unknown;
  const { crc, problem } = checkLine(bytes, before);
  const checksum = crc ?? 0;
  if (outer && !problem) {
    const [, type] = /^\{"type":"([a-z-]+)"/.exec(beginningDecoder.decode(bytes.subarray(0, TYPE_BYTES))) ?? [];
    const value = { type };
    if (type !== undefined && type !== format?.first && !isEpochEnd(value)) return { value, checksum, fault: null };
  }
  try {
    read = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    return { value: null, checksum, fault: `is not JSON: ${(error as Error).message}` };
  }
  // Check the shape first, because `format` expects an event.
  if (!isEvent(read)) return { value: null, checksum, fault: 'is not an event: it has no "type"' };
  const { crc: _, ...value } = read as LoggedEvent & { crc: string };
  if (problem) return { value, checksum, fault: problem };
  try {
    const event = format?.upgrade(value) ?? value;
    return { value: event, checksum, fault: format?.problem?.(event) ?? null };
  } catch (error) {
    if ((error as Partial<CodedError>).code === 'run-newer') throw error;
    return { value, checksum, fault: `is not an event this program reads: ${(error as Error).message}` };
  }
}

/** Unlike UTF-8, this encoding accepts a character that is cut in two. */
const beginningDecoder = new TextDecoder('latin1');

/** Number of bytes at the end of a line that hold the checksum and the newline. */
export const CHECKSUM_BYTES = CHECKED_TAIL + 1;

/** Returns the checksum of a line. `bytes` must begin with the last {@link CHECKSUM_BYTES} of that line. */
export const checksumBefore = (bytes: Uint8Array): number => checkLine(bytes.subarray(0, CHECKED_TAIL)).crc ?? 0;

/**
 * Returns the events in lines of a log. Throws the error that `refuse` makes for the first damaged line.
 * @param options.first position of the first event in the log
 * @param options.before checksum that the first line continues from
 */
export function readEventLines(
  bytes: Uint8Array,
  { first, before, refuse }: { first: number; before: number; refuse: (problem: string) => CodedError },
): LoggedEvent[] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const events: LoggedEvent[] = [];
  for (let start = 0; start < bytes.length;) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const line = parseLine(decoder, bytes.subarray(start, end), before);
    if (line.fault) throw refuse(`line ${first + events.length + 1} ${line.fault}.`);
    events.push(line.value!);
    before = line.checksum;
    start = end + 1;
  }
  return events;
}

/** Makes the error for a damaged log. `problem` names the line. */
export const damagedLog = (path: string, problem: string): CodedError =>
  new CodedError('event-log-damaged', { path, problem });

/** Makes the error for a damaged line. `problem` names the line. `read` is true if the epochs before it are kept. */
export const damagedLine = (file: string, problem: string, read: boolean): CodedError =>
  new CodedError('line-damaged', { file, problem, read });

export const isEventLog = (text: string): boolean => /^\s*\{"type":/.test(text);
