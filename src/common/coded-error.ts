/** @file The one error that a person may meet: a code with parameters, a sentence in any language (src/text). */
import type { ErrorCode, ErrorParametersByCode, Given } from './error-parameters.ts';

export class CodedError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'CodedError';
  /** The names and numbers in the sentence. */
  readonly parameters: ErrorParametersByCode[Code];

  /** @param code what happened, of the list in error-parameters.ts */
  constructor(
    readonly code: Code,
    ...given: Given<Code>
  ) {
    const [parameters = {}, cause] = given;
    // For developers; `src/text` has the sentences for people.
    super(`${code} ${JSON.stringify(parameters)}`, cause === undefined ? undefined : { cause });
    this.parameters = parameters as ErrorParametersByCode[Code];
  }
}
