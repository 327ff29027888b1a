/**
 * @file The one error that a person may meet: a code with parameters, from which a text module can make the sentence in
 * any language, and the sentence in English as the default.
 */

/** Values of an error's sentence: numbers and names, or a list of further problems; all plain data. */
export type ErrorParameters = Readonly<Record<string, string | number | boolean | null | readonly object[]>>;

export class CodedError<Code extends string = string> extends Error {
  override name = 'CodedError';

  /**
   * @param code what happened, in kebab-case; it stays the same when the sentence is reworded
   * @param message the cause and the remedy in English, in full sentences
   * @param parameters the names and numbers in the sentence
   */
  constructor(
    readonly code: Code,
    message: string,
    readonly parameters: ErrorParameters = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
