/** @file Controls when work runs. Values are made on first use and kept. A queue runs pieces of work one by one. */

/** Returns `make` with a cache of one value per list of arguments. Arguments are compared as JSON. */
export function memoised<Arguments extends unknown[], Made>(
  make: (...values: Arguments) => Made,
): (...values: Arguments) => Made {
  const made = new Map<string, Made>();
  return (...values) => {
    const key = JSON.stringify(values);
    const known = made.get(key) ?? make(...values);
    made.set(key, known);
    return known;
  };
}

/** Runs pieces of asynchronous work one after the other. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work has succeeded or failed. */
  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Makes a function that opens once, on the first call, and keeps the result. After a failure the next call retries. */
export function onceOpened<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  return () => {
    opening ??= open();
    opening.catch(() => (opening = undefined));
    return opening;
  };
}
