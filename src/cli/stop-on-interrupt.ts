/** @file Ctrl-C as a wish: what is under way ends in order, and nothing that is finished is lost. */

/**
 * The first Ctrl-C asks for an end with what is done, the second ends at once.
 * @param stopping what happens now, e.g. `Stopping after this turn`
 */
export function stopOnInterrupt(stopping: string): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    console.error(`\ngenenv: ${stopping}; Ctrl-C again ends at once.`);
    controller.abort();
  });
  return controller.signal;
}
