/** @file Runs pieces of work in separate browser tasks, so that keys and pointers work in between. */

const waiting: (() => void)[] = [];

function next(): void {
  const work = waiting.shift();
  // Schedule the next piece first, so that it runs even if this one throws.
  if (waiting.length > 0) setTimeout(next);
  work?.();
}

/** Queues work. @returns a function that removes the work from the queue if it has not started */
export function inTurn(work: () => void): () => void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
  return () => {
    const place = waiting.indexOf(work);
    if (place >= 0) waiting.splice(place, 1);
  };
}

/** Resolves in a later browser task, after all work that is queued now. */
export const turn = (): Promise<void> => new Promise((resolve) => void inTurn(resolve));
