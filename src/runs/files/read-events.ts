/**
 * @file The events of a stored log as events of today: upgraded from the version that wrote them, then checked. Both
 * forms of a stored run, the event log and the run file, are read through it.
 */
import { type EventLog, readEventLog } from '../../store/event-log.ts';
import type { LoggedEvent } from '../../store/run-store.ts';

/** What made the run, for people and for later versions: program, settings version, adapter, seed. */
export type MadeBy = Record<string, string | number>;

/** What is known of events: the form of a file does not depend on it. */
export interface EventReader {
  /** What is wrong with an event ("has no epoch"); null if nothing is wrong. */
  problem(event: unknown): string | null;
  /** An event of the version that made the file as one of today; throws where it cannot be one. */
  upgrade(event: unknown, made: MadeBy): unknown;
  /** As of a log (event-log.ts): whether the events of an epoch belong together. */
  epochProblem?(events: readonly unknown[], before: unknown): string | null;
}

/**
 * The events of the log's finished epochs, up to its first line that is no event. Never throws.
 * @param made what made the log, where that is known
 */
export function readEvents<Event extends LoggedEvent>(
  lines: Uint8Array,
  { upgrade, ...checks }: EventReader,
  made: MadeBy = {},
): EventLog<Event> {
  return readEventLog<Event>(lines, { ...checks, upgrade: (event) => upgrade(event, made) });
}
