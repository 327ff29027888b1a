import 'fake-indexeddb/auto';
import { runEventFormat } from '../../genenv/log/event-format.ts';
import type { RunEvent } from '../../genenv/log/events.ts';
import { IndexedDbRunStore } from '../indexed-db/indexed-db-store.ts';
import type { EventFormat, LoggedEvent, Retention } from '../run-store.ts';

/**
 * Opens the page's store in a new database. The name is random, because a counter would restart with this module.
 * @param options.now wall clock in milliseconds since 1970; default: always 0
 */
export const freshStore = <Event extends LoggedEvent = RunEvent>({
  format = runEventFormat as unknown as EventFormat<Event>,
  ...options
}: { format?: EventFormat<Event>; retention?: Retention; now?: () => number } = {}): Promise<
  IndexedDbRunStore<Event>
> => IndexedDbRunStore.open({ format, name: crypto.randomUUID(), now: () => 0, ...options });
