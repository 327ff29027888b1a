/**
 * @file Decides when work is done: a value is made when it is first asked for and then kept, and a queue does one piece
 * of work after the other.
 */

/** Makes one value for each list of arguments, which are compared as JSON. */
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

/** Does one piece of asynchronous work after the other. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  /** Does `work` when everything asked for before has ended, well or badly. */
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

/** Opens at the first call, and all calls share what was opened. After a failure the next call tries again. */
export function onceOpened<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  return () => {
    opening ??= open();
    opening.catch(() => (opening = undefined));
    return opening;
  };
}
