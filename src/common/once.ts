/** @file Makes a value when it is first asked for, and keeps it. */

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Opens at the first call; all calls share what was opened. After a failure the next call tries again. */
export function onceOpened<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  return () => {
    opening ??= open();
    opening.catch(() => (opening = undefined));
    return opening;
  };
}
