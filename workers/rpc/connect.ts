/**
 * @file Wraps a worker as a typed object with Comlink. Calls reject with a coded error if the worker fails or is terminated;
 * Comlink alone would never settle them. Comlink passes on an error's message, name and stack only; `keepErrorCodes` adds
 * the code and the parameters of a CodedError, and both sides must install it before the first call.
 *
 * A worker has no document, so whoever starts it sends the language and the switches of the page's address as its first
 * message. A worker hands them on to the workers it starts.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import type { CodedProblem } from '../../src/common/error-parameters.ts';
import { language, useLanguage } from '../../src/text/language.ts';
import type { Language } from '../../src/text/languages.ts';

export interface Thread<Contract> {
  /** Calls the worker's methods, and its services' methods. */
  proxy: Contract;
  /** False once it has stopped, for any reason. */
  readonly alive: boolean;
  terminate(): void;
}

/** Is Comlink's message of a call. Its answer has the same id. */
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

/** These are Comlink's name for what a remote call threw, and the shape in which it hands that to a transfer handler. */
const THROW = 'throw';
interface Thrown {
  value: unknown;
}

/** Error as sent between threads. */
interface SerializedError extends CodedProblem {
  name: string;
  stack: string | undefined;
}
type Serialized = { coded: SerializedError } | { other: unknown };

let installed = false;

/** The receiver gets a CodedError with the same code, parameters, name and stack; other errors are as before. */
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

/** Returns Comlink's message that the call with this id threw this error. */
export function answerThrown(
  id: string,
  error: unknown,
): { id: string; type: 'HANDLER'; name: string; value: unknown } {
  const [value] = Comlink.transferHandlers.get(THROW)!.serialize({ value: error });
  return { id, type: 'HANDLER', name: THROW, value };
}

interface WorkerOptions {
  language: Language;
  /**
   * Is set by `?onnx=webgpu`: ONNX Runtime takes WebGPU on a software adapter too, although its WebAssembly is much
   * faster there.
   */
  softwareGpu: boolean;
}

/** Is the first message to a worker. */
export interface InitMessage {
  init: WorkerOptions;
  /** Says which part of its program the worker runs, if it has several. */
  part: string;
}

let received: WorkerOptions | undefined;

export const workerOptions = (): WorkerOptions =>
  received ?? {
    language: language(),
    softwareGpu: typeof document !== 'undefined' && new URLSearchParams(location.search).get('onnx') === 'webgpu',
  };

/** Call it before any module with messages is loaded. */
export function initWorker(options: WorkerOptions): void {
  received = options;
  useLanguage(options.language);
}
