/** @file A world as the text of a file: one JSON object. */
import { checkWorld, type WorldCheck } from './check-world.ts';

/** A world of the most names there may be has a tenth of it. */
export const MOST_BYTES = 1_000_000;

export function readWorld(text: string): WorldCheck {
  if (text.length > MOST_BYTES) return { world: null, problems: [{ code: 'too-large', most: MOST_BYTES }] };
  try {
    // A byte order mark is part of many a file.
    return checkWorld(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { world: null, problems: [{ code: 'not-json', cause: error.message }] };
  }
}
