/** @file Turns errors into plain data, for results that cross threads or report several failures. */
import { CodedError } from './coded-error.ts';
import type { CodedProblem, ErrorCode, ErrorData, ErrorParameters, Given } from './error-parameters.ts';
import { isSystemError, systemSentence } from './system-error.ts';

export const codedProblem = <Code extends ErrorCode>(code: Code, ...[parameters = {}]: Given<Code>): CodedProblem => ({
  code,
  parameters: parameters as ErrorParameters,
});

export function errorData(error: Error & CodedProblem): CodedProblem;
export function errorData(error: unknown): ErrorData;
export function errorData(error: unknown): ErrorData {
  if (error instanceof CodedError) {
    const { code, parameters } = error;
    return { code, parameters };
  }
  const message = isSystemError(error) ? systemSentence(error) : error instanceof Error ? error.message : String(error);
  return { code: null, message };
}
