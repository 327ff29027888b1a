/** @file Handles Ctrl-C: finish the work under way, then stop, so that nothing finished is lost. */
import { warn } from './warn.ts';

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
