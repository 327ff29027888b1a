/** @file The sentences of errors by their codes. */
import type { CommandErrorParameters, ErrorCode, PageErrorParameters } from '../common/error-parameters.ts';
import { isObject } from '../common/plain-json.ts';
import { shortPlainText } from '../common/plain-text.ts';

type Sentences<Parameters> = { readonly [Code in keyof Parameters]: (parameters: Parameters[Code]) => string };

/** Every language has these. */
export type PageErrorSentences = Sentences<PageErrorParameters>;
/** English only: the command line speaks English. */
export type CommandErrorSentences = Sentences<CommandErrorParameters>;

/** What is known of any failure: an error, a copy of one from another thread, or its data. */
export interface Failure {
  readonly code?: unknown;
  readonly message?: string;
  readonly parameters?: object;
}

export type ErrorSentence = (failure: Failure) => string;

const LONGEST_PARAMETER = 2000;

/** The same data with plain and short texts: a parameter may be a whole line of a file. */
function shownParameters(value: unknown): unknown {
  if (typeof value === 'string') return shortPlainText(value, LONGEST_PARAMETER);
  if (Array.isArray(value)) return value.map(shownParameters);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shownParameters(one)]));
}

/** @param own what is said of an error without a code: of another program, for example */
export const errorSentences =
  (sentences: PageErrorSentences & CommandErrorSentences, own: (message: string) => string): ErrorSentence =>
  ({ code, message = '', parameters = {} }) =>
    typeof code === 'string' && Object.hasOwn(sentences, code)
      ? (sentences[code as ErrorCode] as (parameters: object) => string)(shownParameters(parameters) as object)
      : own(shortPlainText(message, LONGEST_PARAMETER));
