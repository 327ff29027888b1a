/** @file Checks whether a value is an event. Logs that come from outside need this check. */
import { schemaProblems } from '../../common/schema-problems.ts';
import { runEvent } from './events.ts';

/** Names the problem of an event ("is not an event: tasks[3].kept: …"); null if there is none. */
export function eventProblem(value: unknown): string | null {
  const parsed = runEvent.safeParse(value);
  if (parsed.success) return null;
  const [{ place, cause }] = schemaProblems(parsed.error);
  return `is not an event: ${place}: ${cause}`;
}
