/** @file Runs pieces of work in separate browser tasks, so that keys and pointers work in between. */

/** Queues work after all work that is queued now. @returns a function that removes the work if it has not started */
export function yieldToMain(work: () => void): () => void {
  const timer = setTimeout(work);
  return () => clearTimeout(timer);
}

/** Resolves in a later browser task, after all work that is queued now. */
export const turn = (): Promise<void> => new Promise((resolve) => void yieldToMain(resolve));
