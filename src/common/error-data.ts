/**
 * @file A failure as plain data: for results that cross threads, or that tell of several failures. From the code and its
 * parameters a text module makes a sentence in any language; the message is the sentence in English.
 */
import { CodedError } from './coded-error.ts';
import type { ErrorCode, ErrorParameters, Given } from './error-parameters.ts';
import { isSystemError, systemSentence } from './system-error.ts';

/** A problem of something that was read. */
export interface CodedProblem {
  readonly code: ErrorCode;
  /** The cause, and the remedy if there is one, in English. */
  readonly message: string;
  readonly parameters: ErrorParameters;
}

/** An error without a code has its message alone. */
export type ErrorData = CodedProblem | { readonly code: null; readonly message: string };

export const codedProblem = <Code extends ErrorCode>(
  code: Code,
  message: string,
  ...[parameters = {}]: Given<Code>
): CodedProblem => ({ code, message, parameters: parameters as ErrorParameters });

export function errorData(error: CodedError): CodedProblem;
export function errorData(error: unknown): ErrorData;
export function errorData(error: unknown): ErrorData {
  if (error instanceof CodedError) {
    const { code, message, parameters } = error;
    return { code, message, parameters };
  }
  const message = isSystemError(error) ? systemSentence(error) : error instanceof Error ? error.message : String(error);
  return { code: null, message };
}
