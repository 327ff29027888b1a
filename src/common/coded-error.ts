/**
 * @file The one error that a person may meet: a code with parameters, from which a text module can make the sentence in
 * any language, and the sentence in English as the default.
 */
import type { ErrorCode, ErrorParametersByCode, Given } from './error-parameters.ts';

export class CodedError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'CodedError';
  /** The names and numbers in the sentence. */
  readonly parameters: ErrorParametersByCode[Code];

  /**
   * @param code what happened, of the list in error-parameters.ts
   * @param message the cause and the remedy in English, in full sentences
   */
  constructor(
    readonly code: Code,
    message: string,
    ...given: Given<Code>
  ) {
    const [parameters = {}, cause] = given;
    super(message, cause === undefined ? undefined : { cause });
    this.parameters = parameters as ErrorParametersByCode[Code];
  }
}
