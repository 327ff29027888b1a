/**
 * @file Words a failure for a person. Errors of this program carry their sentence in English, and a code
 * from which another language makes its own; this adds the sentences that only the page can make, and keeps the
 * technical words for a report.
 */
import { sentenceOfError, type ErrorSentences, type Failure } from '../../text/errors.ts';
import { text } from '../../text/text.ts';

export interface Problem {
  cause: string;
  remedy: string;
  /** True if trying again can help without doing anything else in the page. */
  retry: boolean;
  /** For a report; empty where the sentence says it all. */
  details: string;
}

/** Errors that JavaScript itself throws: a mistake in this program. */
const MISTAKES = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'InternalError', 'EvalError', 'URIError']);

/** The error's sentence in the language of the page, by its code; without one the error's own. */
export const errorSentence = (error: Failure, sentences: Partial<ErrorSentences> = text.errors): string =>
  sentenceOfError(sentences, error) ?? text.ownSentence(error.message);

/** For whoever looks for the cause: where the error was thrown. */
export const detailsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);

export function problemOf(error: unknown, sentences: Partial<ErrorSentences> = text.errors): Problem {
  if (!(error instanceof Error) || MISTAKES.has(error.name)) {
    return { ...text.problems.unexpected, retry: true, details: detailsOf(error) };
  }
  return { cause: errorSentence(error, sentences), remedy: '', retry: true, details: '' };
}

/** The reason why this page cannot use a GPU; undefined if none is known. */
export function missingWebGpu(): Problem | undefined {
  if (navigator.gpu) return undefined;
  const words = globalThis.isSecureContext ? text.problems.noWebGpu : text.problems.insecure;
  return { ...words, retry: false, details: '' };
}
