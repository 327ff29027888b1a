/**
 * @file One long-lived Comlink proxy per worker, whose calls never hang: a worker that cannot start, crashes or is
 * terminated rejects them with a sentence.
 */
import * as Comlink from 'comlink';

export interface WorkerHandle<Contract> {
  proxy: Contract;
  /** False once it has stopped for whatever reason. */
  readonly alive: boolean;
  terminate(): void;
}

/**
 * @param worker Just constructed; its module exposes an object with the asynchronous methods of `Contract`.
 * @param name What the worker is, for messages: "the agent's worker".
 */
export function spawn<Contract extends object>(worker: Worker, name: string): WorkerHandle<Contract> {
  let alive = true;
  let reject: (cause: Error) => void;
  const failed = new Promise<never>((_, rejectFailed) => (reject = rejectFailed));
  const fail = (cause: string): void => {
    alive = false;
    reject(new Error(cause));
  };
  // Nobody may be waiting when it happens; the next call is told.
  failed.catch(() => {});
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    const cause = event.message || 'its program could not be loaded';
    fail(`The thread of ${name} has stopped (${cause}). Reload the page; finished epochs are stored.`);
  });
  worker.addEventListener('messageerror', () => {
    fail(`The thread of ${name} sent a message that could not be read. Reload the page; finished epochs are stored.`);
  });
  return {
    proxy: racing(Comlink.wrap<Contract>(worker) as object as Contract, failed),
    get alive() {
      return alive;
    },
    terminate() {
      worker.terminate();
      fail(`The thread of ${name} was ended.`);
    },
  };
}

/** The same asynchronous methods, each losing to `failed`. */
export function racing<Contract extends object>(target: Contract, failed: Promise<never>): Contract {
  return new Proxy(target, {
    get(_, name) {
      // Awaiting the proxy itself must not look like a call of a method "then".
      if (name === 'then' || typeof name === 'symbol') return undefined;
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      // Not `method.apply`: on a Comlink proxy that would be a remote property of this name.
      return (...args: unknown[]) => Promise.race([Reflect.apply(method, target, args), failed]);
    },
  });
}
