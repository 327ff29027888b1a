/** @file Whether anything is an event, for logs that come from outside. */
import { z } from 'zod';
import { runEvent } from './events.ts';

/** What is wrong with an event ("is not an event: tasks[3].kept: …"), or an empty string. */
export function eventProblem(value: unknown): string {
  const parsed = runEvent.safeParse(value);
  if (parsed.success) return '';
  const [{ path, message }] = parsed.error.issues;
  return `is not an event: ${path.length > 0 ? `${z.core.toDotPath(path)}: ` : ''}${message}`;
}
