/** @file Words zod's problems with data for the user. */
import { z } from 'zod';

/**
 * Shortens zod's own words: drops the word that every message begins with, and says "there is none" for `undefined`.
 */
function inWords(message: string): string {
  const text = message.replace(/^Invalid (input|option|string|key): /, '').replace(/[.\s]+$/, '');
  if (text === 'Invalid input') return 'it has none of the forms that are read';
  return text
    .replace(/, received undefined$/, ', but there is none')
    .replace(/, received (\w+)$/, ', not $1')
    .replaceAll(/"([^"]*)"/g, '“$1”');
}

/**
 * Lists violations of a schema, at least one: each with its place (`rollouts[0].tokens`), and a clause that says what
 * is wrong there.
 * @param at the path to the value inside something larger
 */
export const schemaProblems = ({ issues }: z.ZodError, at: readonly PropertyKey[] = []) =>
  issues.map(({ path, message }) => ({
    place: z.core.toDotPath([...at, ...path]) || 'the whole',
    cause: inWords(message),
  }));
