/** @file Checks whether a value is an event. Logs that come from outside need this check. */
import { z } from 'zod';
import { runEvent } from './events.ts';

/** What is wrong with an event ("is not an event: tasks[3].kept: …"); null if nothing is wrong. */
export function eventProblem(value: unknown): string | null {
  const parsed = runEvent.safeParse(value);
  if (parsed.success) return null;
  const [{ path, message }] = parsed.error.issues;
  return `is not an event: ${path.length > 0 ? `${z.core.toDotPath(path)}: ` : ''}${message}`;
}
