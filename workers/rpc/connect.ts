/**
 * @file Wraps a worker as a typed object with Comlink. If the worker fails or is terminated, calls reject with a coded
 * error. Comlink alone would leave the calls pending, and passes on only an error's message, name and stack.
 * `keepErrorCodes` adds a CodedError's code and parameters. Both sides must call it before the first message.
 *
 * A worker has no document, so its first message carries the page's language. Workers pass it on to workers that they
 * start.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import type { CodedProblem } from '../../src/common/error-parameters.ts';
import { language } from '../../src/text/language.ts';
import type { Language } from '../../src/text/languages.ts';

export interface Thread<Contract> {
  /** Object with the methods of the worker and of the worker's services. */
  proxy: Contract;
  /** False once the worker has stopped for any reason. */
  readonly alive: boolean;
  terminate(): void;
}

/** Comlink's message for a call. The answer has the same id. */
interface Call {
  id: string;
}
type Listener = (event: MessageEvent) => void;

/**
 * Connects to a worker.
 * @param name the worker's name in messages, e.g. "the coordinator"
 * @param part part of the program that the worker runs, if there are several
 */
export function connect<Contract extends object>(worker: Worker, name: string, part = ''): Thread<Contract> {
  keepErrorCodes();
  worker.postMessage({ language: language(), part } satisfies InitMessage);
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
 * Replaces methods of a remote object with local methods. Async functions can return the result. They cannot return a
 * Comlink path, because awaiting a path asks the worker for a method `then`.
 */
export const withOwn = <Remote extends object>(remote: Remote, own: Partial<Remote> = {}): Remote =>
  new Proxy(remote, {
    get: (target, name) => (name === 'then' ? undefined : Reflect.get(Object.hasOwn(own, name) ? own : target, name)),
  });

/** Name of Comlink's transfer handler for thrown values. `Thrown` is the shape of these values. */
const THROW = 'throw';
interface Thrown {
  value: unknown;
}

/** Error in the form that is sent between threads. */
interface SerializedError extends CodedProblem {
  name: string;
  stack: string | undefined;
}
type Serialized = { coded: SerializedError } | { other: unknown };

let installed = false;

/** Makes receivers get a CodedError with its code, parameters, name and stack. Other errors stay unchanged. */
export function keepErrorCodes(): void {
  if (installed) return;
  installed = true;
  const plain = Comlink.transferHandlers.get(THROW) as Comlink.TransferHandler<Thrown, unknown>;
  const handler: Comlink.TransferHandler<Thrown, Serialized> = {
    canHandle: plain.canHandle as Comlink.TransferHandler<Thrown, Serialized>['canHandle'],
    serialize(thrown) {
      const { value } = thrown;
      if (!(value instanceof CodedError)) {
        const [other, transferables] = plain.serialize(thrown);
        return [{ other }, transferables];
      }
      const { code, parameters, name, stack } = value;
      return [{ coded: { code, parameters, name, stack } }, []];
    },
    deserialize(serialized) {
      if ('other' in serialized) return plain.deserialize(serialized.other);
      const { code, parameters, name, stack } = serialized.coded;
      throw Object.assign(new CodedError(code, parameters), { name, stack });
    },
  };
  Comlink.transferHandlers.set(THROW, handler as Comlink.TransferHandler<unknown, unknown>);
}

/** Makes the Comlink message that answers a call with an error. @param id id of the call */
export function answerThrown(
  id: string,
  error: unknown,
): { id: string; type: 'HANDLER'; name: string; value: unknown } {
  const [value] = Comlink.transferHandlers.get(THROW)!.serialize({ value: error });
  return { id, type: 'HANDLER', name: THROW, value };
}

/** First message to a worker. */
export interface InitMessage {
  language: Language;
  /** Part of the program that the worker runs, if there are several. */
  part: string;
}
