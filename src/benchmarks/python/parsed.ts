/**
 * @file How the readers in this folder fail: inside by exception, outside by an error sentence.
 */

/** What Python answers with a SyntaxError; caught at the public functions, never seen outside. */
export class PySyntaxError extends Error {}

/** A value, or a sentence about why there is none. */
export type Parsed<T> = { value: T; error: null } | { value: null; error: string };

/**
 * Runs a reader of Python text; what Python refuses (and an exhausted stack, should a platform's be small) becomes an
 * error sentence. Other exceptions are our own mistakes and pass through.
 */
export function attempt<T>(read: () => T): Parsed<T> {
  try {
    return { value: read(), error: null };
  } catch (error) {
    if (error instanceof PySyntaxError || error instanceof RangeError) return { value: null, error: error.message };
    throw error;
  }
}
