/**
 * @file What is wrong with something that was read, as data: a code and its parameters, from which a text module can make
 * a sentence in any language, and the sentence in English as the default.
 */
import type { CodedError, ErrorParameters } from '../common/coded-error.ts';

export interface CodedProblem {
  readonly code: string;
  /** The cause in English, in full sentences. */
  readonly message: string;
  readonly parameters: ErrorParameters;
}

/** An error as plain data. */
export const problemOfError = ({ code, message, parameters }: CodedError): CodedProblem => ({
  code,
  message,
  parameters,
});
