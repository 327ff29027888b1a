/**
 * @file An event log as JSON lines: one event per line, UTF-8, each line ended by a newline.
 *
 * A log that was cut off anywhere is still a run: everything up to its last finished epoch.
 */
import type { LoggedEvent } from './run-store.ts';

export interface EventLog<Event> {
  /** Events of whole epochs, in order. */
  events: Event[];
  epochs: number;
  /** Length of those events' lines, bytes. */
  bytes: number;
  /** What is wrong with the first line that is no event ("line 17 is not JSON: …."), or empty. */
  problem: string;
  /** True where a finished epoch stands behind that line, so that this is damage and not merely a cut. */
  problemBeforeLastEpoch: boolean;
}

/** Whoever knows events, as a log of them needs it. */
export interface EventReader {
  /** An event of any earlier version of its format as one of today's; throws where it cannot be one. */
  upgrade(value: unknown): unknown;
  /** Says what is wrong with an event of today's version ("has no epoch"), or returns an empty string. */
  problem(value: unknown): string;
}

const anyEvent: EventReader = { upgrade: (value) => value, problem: () => '' };

const NEWLINE = 10;

export const writeEventLog = (events: readonly LoggedEvent[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));

/** Reads the log up to its first line that is no event. Never throws. */
export function readEventLog<Event extends LoggedEvent>(
  log: Uint8Array,
  reader: EventReader = anyEvent,
): EventLog<Event> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const seen: Event[] = [];
  const whole = { events: 0, epochs: 0, bytes: 0 };
  let problem = '';
  let problemBeforeLastEpoch = false;

  for (let start = 0, line = 1; start < log.length; line += 1) {
    const end = log.indexOf(NEWLINE, start);
    const bytes = log.subarray(start, end < 0 ? log.length : end);
    start = end < 0 ? log.length : end + 1;
    const [value, fault] = end < 0 ? [null, 'is cut off'] : parseLine(decoder, bytes, reader);
    if (problem) {
      problemBeforeLastEpoch ||= !fault && isEpochEnd(value);
      continue;
    }
    if (fault) {
      problem = `line ${line} ${fault}.`;
      continue;
    }
    seen.push(value as Event);
    if (isEpochEnd(value)) Object.assign(whole, { events: seen.length, epochs: whole.epochs + 1, bytes: start });
  }
  return {
    events: seen.slice(0, whole.events),
    epochs: whole.epochs,
    bytes: whole.bytes,
    problem,
    problemBeforeLastEpoch,
  };
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

/** Whether a text is an event log, told by how it begins. */
export const isEventLog = (text: string): boolean => /^\s*\{"type":/.test(text);
