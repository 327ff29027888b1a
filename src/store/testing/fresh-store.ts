/** @file A store of runs in a database of its own, for tests of what runs on a store: it is the one of the page. */
import 'fake-indexeddb/auto';
import { runEventFormat } from '../../genenv/log/event-format.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { IndexedDbRunStore } from '../indexed-db/indexed-db-store.ts';
import type { EventFormat, LoggedEvent, Retention, RunStore } from '../run-store.ts';

/**
 * The name of the database is random, because a test may load this module, and a counter in it, again.
 * @param options.now wall clock, milliseconds since 1970: stands still by default
 */
export const freshStore = <Event extends LoggedEvent = RunEvent>({
  format = runEventFormat as unknown as EventFormat<Event>,
  ...options
}: { format?: EventFormat<Event>; retention?: Retention; now?: () => number } = {}): Promise<RunStore<Event>> =>
  IndexedDbRunStore.open({ format, name: crypto.randomUUID(), now: () => 0, ...options });
