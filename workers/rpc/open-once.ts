/** @file Opens at the first call that needs it, so that a failure rejects that call and does not end the thread. */

/** Opens at the first call; all calls share what was opened. After a failure the next call tries again. */
export function openOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined;
  return () => {
    opening ??= open();
    opening.catch(() => (opening = undefined));
    return opening;
  };
}
