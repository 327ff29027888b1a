/** @file Reports the failure of a command: one sentence on stderr, without a stack. */
import { inspect } from 'node:util';
import { CodedError } from '../common/coded-error.ts';
import { errorData } from '../common/error-data.ts';
import { isSystemError } from '../common/system-error.ts';
import { note, warn } from './warn.ts';

/**
 * An error that a person can mend is its message alone. Any other error is a defect of this program: its message, and a
 * hint how to see where it happened.
 * @param debug show the stack of every error
 */
export function reportError(error: unknown, debug: boolean): void {
  const expected = error instanceof CodedError || isSystemError(error);
  warn(errorData(error));
  if (debug) note(inspect(error));
  else if (!expected) warn('This error was not expected. The option --debug shows where it happened.');
}
