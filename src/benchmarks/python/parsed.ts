/** @file Errors of the readers of Python text: they throw inside this folder, and return the error to their callers. */
import { CodedError } from '../../common/coded-error.ts';

export type PyErrorCode =
  | 'incomplete-call'
  | 'integer-too-long'
  | 'nested-too-deep'
  | 'not-a-list-of-calls'
  | 'not-a-number'
  | 'not-evaluated'
  | 'not-json'
  | 'python-no-end'
  | 'python-refuses';

/** Python refuses this text. */
export class PyError<Code extends PyErrorCode = PyErrorCode> extends CodedError<Code> {
  override name = 'PyError';
}

/** A text nested deeper than a reader goes. CPython refuses such text too. */
export const nestedTooDeep = (what: string, limit: number): PyError => new PyError('nested-too-deep', { limit });

/** CPython refuses longer decimal integers. */
const MAX_INT_DIGITS = 4300;

/** @throws PyError when a decimal integer is longer than CPython reads. */
export function requireShortInteger(digits: string): void {
  if (digits.length <= MAX_INT_DIGITS) return;
  throw new PyError('integer-too-long', {
    limit: MAX_INT_DIGITS,
  });
}

/** A value, or the error that says why there is none. */
export type PyParsed<T> = { value: T; error: null } | { value: null; error: PyError };

/**
 * Runs a reader of Python text and returns what it throws. An exhausted stack counts as text that is nested too deep.
 * Other exceptions are mistakes of this program and pass through.
 */
export function parsedOrError<T>(read: () => T): PyParsed<T> {
  try {
    return { value: read(), error: null };
  } catch (error) {
    if (error instanceof PyError) return { value: null, error };
    if (error instanceof RangeError) {
      return {
        value: null,
        error: new PyError('nested-too-deep', { limit: null }),
      };
    }
    throw error;
  }
}
