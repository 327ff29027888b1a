/** @file Handles Ctrl-C: finish the work under way, then stop, so that nothing finished is lost. */
import { warn } from './warn.ts';

/**
 * The first Ctrl-C aborts the returned signal; the caller then stops at the next good moment. The second Ctrl-C ends the
 * process at once.
 * @param stopping what happens now, e.g. `Stopping after this turn`
 */
export function stopOnInterrupt(stopping: string): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    console.error();
    warn(`${stopping}; press Ctrl-C again to stop at once.`);
    controller.abort();
  });
  return controller.signal;
}
