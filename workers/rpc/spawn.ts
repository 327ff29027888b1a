/**
 * @file One long-lived Comlink proxy per worker, whose calls never hang: when a worker cannot start, crashes or is
 * terminated, its calls reject with a CodedError.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import { keepErrorCodes } from './error-codes.ts';

export interface WorkerHandle<Contract> {
  proxy: Contract;
  /** False once it has stopped, for any reason. */
  readonly alive: boolean;
  terminate(): void;
}

/**
 * Wraps a worker.
 * @param worker just constructed; its module exposes an object with the asynchronous methods of `Contract`
 * @param name what the worker is, for messages: "the coordinator"
 */
export function spawn<Contract extends object>(worker: Worker, name: string): WorkerHandle<Contract> {
  keepErrorCodes();
  let alive = true;
  let reject: (cause: Error) => void;
  const failed = new Promise<never>((_, rejectFailed) => (reject = rejectFailed));
  const fail = (cause: CodedError): void => {
    alive = false;
    reject(cause);
  };
  // No call may be waiting when it happens; then the next call rejects.
  failed.catch(() => {});
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    const cause = event.message || 'its program could not be loaded';
    const message = `The thread of ${name} has stopped (${cause}). Reload the page; finished epochs are stored.`;
    fail(new CodedError('thread-stopped', message, { worker: name, cause }));
  });
  worker.addEventListener('messageerror', () => {
    const message = `The thread of ${name} sent a message that could not be read. Reload the page; finished epochs are stored.`;
    fail(new CodedError('thread-unreadable', message, { worker: name }));
  });
  return {
    proxy: racing(Comlink.wrap<Contract>(worker) as object as Contract, failed),
    get alive() {
      return alive;
    },
    terminate() {
      worker.terminate();
      fail(new CodedError('thread-ended', `The thread of ${name} was ended.`, { worker: name }));
    },
  };
}

/** The same asynchronous methods; a call rejects as soon as `failed` does. */
export function racing<Contract extends object>(target: Contract, failed: Promise<never>): Contract {
  return new Proxy(target, {
    get(_, name) {
      // The proxy can be awaited itself: it has no method "then".
      if (name === 'then' || typeof name === 'symbol') return undefined;
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      // Not `method.apply`: on a Comlink proxy that would be a remote property of this name.
      return (...args: unknown[]) => Promise.race([Reflect.apply(method, target, args), failed]);
    },
  });
}
