/** @file Describes zod's problems with data to the user. */
import { z } from 'zod';

/** Shortens zod's message: drops the first words, and says "there is none" for "received undefined". */
function inWords(message: string): string {
  const text = message.replace(/^Invalid (input|option|string|key): /, '').replace(/[.\s]+$/, '');
  if (text === 'Invalid input') return 'it has none of the forms that are read';
  return text
    .replace(/, received undefined$/, ', but there is none')
    .replace(/, received (\w+)$/, ', not $1')
    .replaceAll(/"([^"]*)"/g, '“$1”');
}

/**
 * Describes each schema violation by its cause and its place, such as `rollouts[0].tokens`.
 * @param at path of the checked value within a larger one
 */
export const schemaProblems = ({ issues }: z.ZodError, at: readonly PropertyKey[] = []) =>
  issues.map(({ path, message }) => ({
    place: z.core.toDotPath([...at, ...path]) || 'the whole',
    cause: inWords(message),
  }));
