/** @file One Comlink proxy per worker, whose calls never hang: where a worker fails or ends, they reject. */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import { type Answer, calls } from './calls.ts';
import { keepErrorCodes } from './error-codes.ts';

export interface WorkerHandle<Contract> {
  proxy: Contract;
  /** False once it has stopped, for any reason. */
  readonly alive: boolean;
  terminate(): void;
}

/** @param name what the worker is, for messages: "the coordinator" */
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
    fail(new CodedError('thread-stopped', { worker: name, cause }));
  });
  worker.addEventListener('messageerror', () => {
    fail(new CodedError('thread-unreadable', { worker: name }));
  });
  return {
    proxy: racing(Comlink.wrap<Answer>(worker), failed),
    get alive() {
      return alive;
    },
    terminate() {
      worker.terminate();
      fail(new CodedError('thread-ended', { worker: name }));
    },
  };
}

/** The methods behind `remote`; a call rejects as soon as `failed` does. */
export const racing = <Contract extends object>(remote: Answer, failed: Promise<never>): Contract =>
  calls((path, ...request) => Promise.race([remote(path, ...request), failed]));
