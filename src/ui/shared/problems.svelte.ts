/**
 * @file Words a failure for a person: the sentence of an error's code. Of a mistake in this program the technical words are
 * kept for a report.
 */
import type { ErrorSentence, Failure } from '../../text/error-sentences.ts';
import { loadErrorSentence } from '../../text/errors.ts';
import { text } from '../../text/text.ts';

export interface Problem {
  readonly cause: string;
  readonly remedy: string;
  /** True if trying again can help without doing anything else in the page. */
  readonly retry: boolean;
  /** For a report; empty where the sentence says it all. */
  readonly details: string;
}

/** A sentence that is made where it is shown. */
export type Said = () => string;

/** Errors that JavaScript itself throws: a mistake in this program. */
const MISTAKES = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'InternalError', 'EvalError', 'URIError']);

let sentenceOf = $state.raw<ErrorSentence>(() => text.problems.unexpected.cause);

/** The sentences come after the first picture; an error that is shown before them gets its sentence then. */
export async function loadErrorSentences(): Promise<void> {
  sentenceOf = await loadErrorSentence();
}

export const errorSentence: ErrorSentence = (failure: Failure) => sentenceOf(failure);

/** For whoever looks for the cause: where the error was thrown. */
export const detailsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);

export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error) || MISTAKES.has(error.name)) {
    return { ...text.problems.unexpected, retry: true, details: detailsOf(error) };
  }
  return {
    get cause() {
      return errorSentence(error);
    },
    remedy: '',
    retry: true,
    details: '',
  };
}

/** The reason why this page cannot use a GPU; undefined if none is known. */
export function missingWebGpu(): Problem | undefined {
  if (navigator.gpu) return undefined;
  const words = globalThis.isSecureContext ? text.problems.noWebGpu : text.problems.insecure;
  return { ...words, retry: false, details: '' };
}
