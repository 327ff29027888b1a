/**
 * @file Wraps a worker as a typed object with Comlink. Calls reject with a coded error if the worker fails or is terminated.
 * Comlink alone would never settle them.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import { answerThrown, keepErrorCodes } from './error-codes.ts';
import { type InitMessage, workerOptions } from './options.ts';

export interface Thread<Contract> {
  /** Calls the worker's methods, and those of its services. */
  proxy: Contract;
  /** False once it has stopped, for any reason. */
  readonly alive: boolean;
  terminate(): void;
}

/** Comlink's message of a call. Its answer has the same id. */
interface Call {
  id: string;
}
type Listener = (event: MessageEvent) => void;

/**
 * @param name what the worker is, for messages: "the coordinator"
 * @param part which part of its program the worker runs, if it has several
 */
export function connect<Contract extends object>(worker: Worker, name: string, part = ''): Thread<Contract> {
  keepErrorCodes();
  worker.postMessage({ init: workerOptions(), part } satisfies InitMessage);
  const waiting = new Set<string>();
  const listeners = new Set<Listener>();
  let stopped: CodedError | undefined;

  const refuse = (id: string, cause: CodedError): void => {
    const event = new MessageEvent('message', { data: answerThrown(id, cause) });
    for (const listener of listeners) listener(event);
  };
  const stop = (cause: CodedError): void => {
    stopped ??= cause;
    for (const id of waiting) refuse(id, stopped);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Call | null>) => data && waiting.delete(data.id));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(new CodedError('thread-stopped', { worker: name, cause: event.message || 'its program could not be loaded' }));
  });
  worker.addEventListener('messageerror', () => stop(new CodedError('thread-unreadable', { worker: name })));

  const endpoint: Comlink.Endpoint = {
    addEventListener(type, listener) {
      listeners.add(listener as Listener);
      worker.addEventListener(type, listener);
    },
    removeEventListener(type, listener) {
      listeners.delete(listener as Listener);
      worker.removeEventListener(type, listener);
    },
    postMessage(call: Call, transferables) {
      if (stopped) return refuse(call.id, stopped);
      waiting.add(call.id);
      worker.postMessage(call, transferables ?? []);
    },
  };
  return {
    // All methods of a contract are asynchronous, so the remote object has the contract's type.
    proxy: Comlink.wrap(endpoint) as object as Contract,
    get alive() {
      return !stopped;
    },
    terminate() {
      worker.terminate();
      stop(new CodedError('thread-ended', { worker: name }));
    },
  };
}

/**
 * Replaces methods of a remote object by local ones. The result can be returned from async functions: a Comlink path cannot,
 * because awaiting it asks the worker for a method `then`.
 */
export const withOwn = <Remote extends object>(remote: Remote, own: Partial<Remote> = {}): Remote =>
  new Proxy(remote, {
    get: (target, name) => (name === 'then' ? undefined : Reflect.get(Object.hasOwn(own, name) ? own : target, name)),
  });
