/**
 * @file What went wrong, as a person should read it. Errors of this program are already sentences with cause and remedy;
 * this adds the ones only the page can know, and keeps the technical words for a report.
 */
import { text } from '../../text/text.ts';

export interface Problem {
  cause: string;
  remedy: string;
  /** Whether trying again can help without doing anything else in the page. */
  retry: boolean;
  /** For a report; empty where the sentence says it all. */
  details: string;
}

/** Thrown by the language itself: a mistake in this program, which no sentence foresaw. */
const MISTAKES = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'InternalError', 'EvalError', 'URIError']);

export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error) || MISTAKES.has(error.name)) {
    const details = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
    return { ...text.problems.unexpected, retry: true, details };
  }
  return { cause: error.message, remedy: '', retry: true, details: '' };
}

/** What keeps this page from reaching a GPU, before anything is tried; undefined where nothing is known to. */
export function missingWebGpu(): Problem | undefined {
  if (navigator.gpu) return undefined;
  const words = globalThis.isSecureContext ? text.problems.noWebGpu : text.problems.insecure;
  return { ...words, retry: false, details: '' };
}
