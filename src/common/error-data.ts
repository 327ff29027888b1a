/**
 * @file A failure as plain data: for results that cross threads, or that tell of several failures. From the code and its
 * parameters a text module makes a sentence in any language; the message is the sentence in English.
 */
import { CodedError, type ErrorParameters } from './coded-error.ts';
import { isSystemError, systemSentence } from './system-error.ts';

export interface ErrorData {
  /** Null where the error has no code. */
  readonly code: string | null;
  /** The cause, and the remedy if there is one, in English. */
  readonly message: string;
  readonly parameters: ErrorParameters;
}

/** What is wrong with something that was read. */
export interface CodedProblem extends ErrorData {
  readonly code: string;
}

export const codedProblem = (code: string, message: string, parameters: ErrorParameters = {}): CodedProblem => ({
  code,
  message,
  parameters,
});

export function errorData(error: CodedError): CodedProblem;
export function errorData(error: unknown): ErrorData;
export function errorData(error: unknown): ErrorData {
  if (error instanceof CodedError) return codedProblem(error.code, error.message, error.parameters);
  const message = isSystemError(error) ? systemSentence(error) : error instanceof Error ? error.message : String(error);
  return { code: null, message, parameters: {} };
}
