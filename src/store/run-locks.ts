/**
 * @file One writer per run: two tabs on the same run would both train it and store conflicting epochs. Stored models are
 * locked in the same way, by their names.
 *
 * The browser releases a Web Lock (W3C) when its tab ends, even by a crash, so no lock is ever left behind.
 */

export interface RunLock {
  release(): void;
}

export interface RunLocks {
  /** The lock of a run, or null where another holds it, at once. May throw instead, naming who holds it. */
  acquire(runId: string): Promise<RunLock | null>;
}

export class WebRunLocks implements RunLocks {
  /** @param kind what is locked, in the names of the browser's locks */
  constructor(
    private readonly manager: LockManager = navigator.locks,
    private readonly kind: 'run' | 'model' | 'link' = 'run',
  ) {}

  acquire(runId: string): Promise<RunLock | null> {
    return new Promise((resolve, reject) => {
      this.manager
        .request(`genenv-${this.kind}:${runId}`, { ifAvailable: true }, (lock) => {
          if (!lock) return resolve(null);
          // The lock is held for as long as the promise returned here is pending.
          return new Promise<void>((release) => resolve({ release }));
        })
        .catch(reject);
    });
  }
}
