/** @file Reads a whole log of a short run into memory, for tests. */
import type { LoggedEvent, RunStore } from '../run-store.ts';

export async function allEvents<Event extends LoggedEvent>(
  store: Pick<RunStore<Event>, 'epochs'>,
  id: string,
): Promise<Event[]> {
  const events: Event[] = [];
  for await (const epoch of store.epochs(id)) events.push(...epoch);
  return events;
}
