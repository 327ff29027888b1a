/**
 * @file Errors between threads: Comlink passes on an error's message, name and stack only; this adds the code and the
 * parameters of a CodedError. Both sides must install it before the first call.
 */
import * as Comlink from 'comlink';
import { CodedError } from '../../src/common/coded-error.ts';
import type { CodedProblem } from '../../src/common/error-parameters.ts';

/** Comlink's name for what a remote call threw, and the shape in which it hands that to a transfer handler. */
const THROW = 'throw';
interface Thrown {
  value: unknown;
}

/** An error as it crosses the threads. */
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
