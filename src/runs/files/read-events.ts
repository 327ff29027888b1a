/**
 * @file The events of a stored log as events of today: upgraded from the version that wrote them, then checked. Both
 * forms of a stored run, the event log and the run file, are read through it.
 */
import { LogScanner } from '../../store/event-log.ts';
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

/** Reads the epochs of a log out of its bytes, which come piece by piece. */
export class EpochReader<Event extends LoggedEvent> {
  readonly log: LogScanner<Event>;
  private finished: Event[][] = [];

  /** @param made what made the log, where that is known */
  constructor({ upgrade, ...checks }: EventReader, made: MadeBy = {}) {
    this.log = new LogScanner<Event>((events) => this.finished.push(events), {
      ...checks,
      upgrade: (event) => upgrade(event, made),
    });
  }

  /** The epochs that end in these bytes, up to the first line that is no event. */
  push(bytes: Uint8Array): Event[][] {
    this.log.push(bytes);
    return this.taken();
  }

  /** The epoch that ends with the last byte, where its newline is missing. */
  end(): Event[][] {
    this.log.end();
    return this.taken();
  }

  private taken(): Event[][] {
    const { finished } = this;
    this.finished = [];
    return finished;
  }
}
