/** @file IndexedDB whose writes fail from some moment on, as where the quota is used up or the browser gives up. */

/** Makes a write fail; `objectStore` is its target. */
export type WriteFailure = (objectStore: IDBObjectStore) => void;

/** Storage of this site is used up. */
export const quotaExceeded: WriteFailure = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

/** The browser ends the transaction. */
export const transactionAborted: WriteFailure = (objectStore) => objectStore.transaction.abort();

/** Lets `allowed` writes through, then lets each fail; gives a function that ends this. */
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
