/** @file Reads a stored log an epoch at a time, out of bytes that come piece by piece: an event log, or that of a run file. */
import { LogScanner } from '../../store/event-log.ts';
import type { EventFormat, LoggedEvent } from '../../store/run-store.ts';

export class EpochReader<Event extends LoggedEvent> {
  readonly log: LogScanner<Event>;
  private finished: Event[][] = [];

  constructor(format: EventFormat<Event>) {
    this.log = new LogScanner<Event>((events) => this.finished.push(events), format);
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
