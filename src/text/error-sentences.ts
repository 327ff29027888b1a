/** @file The sentences of errors by their codes. */
import type { ErrorCode, ErrorParametersByCode } from '../common/error-parameters.ts';

/** Complete by its type: what a language has to give. */
export type ErrorSentences = {
  readonly [Code in ErrorCode]: (parameters: ErrorParametersByCode[Code]) => string;
};

/** What is known of any failure: an error, a copy of one from another thread, or its data. */
export interface Failure {
  readonly code?: unknown;
  readonly message?: string;
  readonly parameters?: object;
}

export type ErrorSentence = (failure: Failure) => string;

/** @param own what is said of an error without a code: of another program, for example */
export const errorSentences =
  (sentences: ErrorSentences, own: (message: string) => string): ErrorSentence =>
  ({ code, message = '', parameters = {} }) =>
    typeof code === 'string' && Object.hasOwn(sentences, code)
      ? (sentences[code as ErrorCode] as (parameters: object) => string)(parameters)
      : own(message);
