/** @file How a command says that it failed: one sentence on stderr, without a stack. */
import { CodedError } from '../common/coded-error.ts';
import { warn } from './warn.ts';

/** Node's errors of files and the network (`ENOENT`, `EACCES`, …) name the call and the path: their message is enough. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/**
 * An error that a person can mend is its message alone. Any other error is a defect of this program: its message, and a
 * hint how to see where it happened.
 * @param debug show the stack of every error
 */
export function reportError(error: unknown, debug: boolean): void {
  const expected = error instanceof CodedError || isSystemError(error);
  warn(error instanceof Error ? error.message : String(error));
  if (debug) console.error(error);
  else if (!expected) warn('This error was not expected. The option --debug shows where it happened.');
}
