/** @file Makes IndexedDB writes fail, as if the quota were used up or the browser ended the transaction. */

/** Makes a write to `objectStore` fail. */
export type WriteFailure = (objectStore: IDBObjectStore) => void;

export const quotaExceeded: WriteFailure = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

export const transactionAborted: WriteFailure = (objectStore) => objectStore.transaction.abort();

/** Lets `allowed` writes succeed, then makes every later write fail. Returns a function that restores normal writes. */
export function failWritesAfter(allowed: number, fail: WriteFailure): () => void {
  const { put, add } = IDBObjectStore.prototype;
  const failing = (original: typeof put): typeof put =>
    function (this: IDBObjectStore, ...request) {
      allowed -= 1;
      if (allowed < 0) fail(this);
      return original.apply(this, request);
    };
  Object.assign(IDBObjectStore.prototype, { put: failing(put), add: failing(add) });
  return () => void Object.assign(IDBObjectStore.prototype, { put, add });
}
