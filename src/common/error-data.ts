/** @file An error as plain data: for results that cross threads, or that tell of several failures. */
import { CodedError, type ErrorParameters } from './coded-error.ts';

export interface ErrorData {
  /** Null where the error has no code. */
  code: string | null;
  /** The sentence in English. */
  message: string;
  parameters: ErrorParameters;
}

export function errorData(error: unknown): ErrorData {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof CodedError
    ? { code: error.code, message, parameters: error.parameters }
    : { code: null, message, parameters: {} };
}
