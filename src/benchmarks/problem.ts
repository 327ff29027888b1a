/**
 * @file What is wrong with something that was read, as data: a code and its parameters, from which a text module can make
 * a sentence in any language, and the sentence in English as the default.
 */
import type { CodedError, ErrorParameters } from '../common/coded-error.ts';

export interface CodedProblem {
  readonly code: string;
  /** The cause, and the remedy if there is one, in English. */
  readonly message: string;
  readonly parameters: ErrorParameters;
}

export const codedProblem = (code: string, message: string, parameters: ErrorParameters = {}): CodedProblem => ({
  code,
  message,
  parameters,
});

/** An error as plain data. */
export const problemOfError = ({ code, message, parameters }: CodedError): CodedProblem =>
  codedProblem(code, message, parameters);
