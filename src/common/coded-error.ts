/** @file Declares the error that a user may see: a code with parameters. `src/text` has the messages. */
import type { ErrorCode, ErrorParametersByCode, Given } from './error-parameters.ts';

export class CodedError<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'CodedError';
  readonly parameters: ErrorParametersByCode[Code];

  constructor(
    readonly code: Code,
    ...given: Given<Code>
  ) {
    const [parameters = {}, cause] = given;
    // Only developers see this message.
    super(`${code} ${JSON.stringify(parameters)}`, cause === undefined ? undefined : { cause });
    this.parameters = parameters as ErrorParametersByCode[Code];
  }
}
