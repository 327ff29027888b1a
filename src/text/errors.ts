/** @file The sentences of errors by their codes. */
import type { ErrorCode, ErrorParametersByCode } from '../common/error-parameters.ts';

/** Complete by its type: what a translation has to give. In English an error carries its own sentence. */
export type ErrorSentences = {
  readonly [Code in ErrorCode]: (parameters: ErrorParametersByCode[Code]) => string;
};

/** Any failure: an error, a copy of one from another thread, or its data. */
export interface Failure {
  readonly code?: unknown;
  readonly message: string;
  readonly parameters?: object;
}

/** Undefined where there is no sentence for its code: that of another program, for example. */
export function sentenceOfError(sentences: Partial<ErrorSentences>, { code, parameters }: Failure): string | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(sentences, code)) return undefined;
  return (sentences as Record<string, (parameters: object) => string>)[code](parameters ?? {});
}
