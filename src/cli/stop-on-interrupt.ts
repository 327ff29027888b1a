/**
 * @file Ends a command: on Ctrl-C after the work under way, so that nothing finished is lost; together with the process
 * that started it; or with a message about its error.
 */
import { Socket } from 'node:net';
import { inspect } from 'node:util';
import { CodedError } from '../common/coded-error.ts';
import { errorData } from '../common/error-data.ts';
import { isSystemError } from '../common/system-error.ts';
import { note, warn } from './print.ts';

/**
 * Ends this process when the one that started it ends, even by SIGKILL, which no process can pass on. What is stored is
 * whole at any moment, so nothing has to be tidied up. Does nothing if no parent gave a pipe: main.ts may be started by
 * itself.
 */
export function endWithParent(): void {
  const descriptor = process.env.GENENV_PARENT_PIPE;
  if (descriptor === undefined) return;
  // Processes that this one starts have another parent.
  delete process.env.GENENV_PARENT_PIPE;
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false });
  const end = () => process.exit(1);
  pipe.once('end', end).once('error', end).resume();
  // Waiting for the parent keeps no finished command alive.
  pipe.unref();
}

/**
 * Prints an error. If the user can mend it, its message is enough. Any other error is a defect of this program: its
 * message comes with a hint how to see where it happened.
 * @param debug show the stack of every error
 */
export function reportError(error: unknown, debug: boolean): void {
  const expected = error instanceof CodedError || isSystemError(error);
  warn(errorData(error));
  if (debug) note(inspect(error));
  else if (!expected) warn('This error was not expected. The option --debug shows where it happened.');
}

/** Milliseconds within which signals are one: where a terminal is shared, a Ctrl-C arrives twice. */
const ONE_INTERRUPT = 300;

/** The exit status of a command that Ctrl-C stopped, as a shell gives it: 128 and the signal's number. */
export const INTERRUPTED = 130;

/**
 * The first Ctrl-C aborts the returned signal; the caller then stops at the next good moment. The second Ctrl-C ends the
 * process at once.
 * @param stopping what happens now, e.g. `Stopping after this turn`
 */
export function stopOnInterrupt(stopping: string): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  process.on('SIGINT', () => {
    if (first !== undefined) {
      if (performance.now() - first > ONE_INTERRUPT) process.exit(INTERRUPTED);
      return;
    }
    first = performance.now();
    console.error();
    warn(`${stopping}; press Ctrl-C again to stop at once.`);
    controller.abort();
  });
  return controller.signal;
}
