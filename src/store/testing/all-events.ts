/** @file A whole log in memory, for tests: their runs are short. */
import type { LoggedEvent, RunStore } from '../run-store.ts';

export async function allEvents<Event extends LoggedEvent>(
  store: Pick<RunStore<Event>, 'epochs'>,
  id: string,
): Promise<Event[]> {
  const events: Event[] = [];
  for await (const epoch of store.epochs(id)) events.push(...epoch);
  return events;
}
