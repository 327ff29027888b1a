/** @file Work done piece by piece, each in a task of its own, so that keys and pointers are answered between. */

const waiting: (() => void)[] = [];

function next(): void {
  const work = waiting.shift();
  // First, so that work that fails does not hold up what follows it.
  if (waiting.length > 0) setTimeout(next);
  work?.();
}

/** @returns takes the work back, if it has not been done yet */
export function inTurn(work: () => void): () => void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
  return () => {
    const place = waiting.indexOf(work);
    if (place >= 0) waiting.splice(place, 1);
  };
}

/** Fulfilled in a task of its own, after the work that waits now. */
export const turn = (): Promise<void> => new Promise((resolve) => void inTurn(resolve));
