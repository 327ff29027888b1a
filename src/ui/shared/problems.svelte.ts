/** @file Turns an error into a message for the user and keeps the technical words of a bug for a report. */
import type { ErrorSentence, Failure } from '../../text/errors.ts';
import type { LinkProblem } from '../../text/link-problem.ts';
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
let sentenceOfLink = $state.raw<(problem: LinkProblem) => string>(() => text.problems.unexpected.cause);

/** The sentences come after the first picture; an error that is shown before them gets its sentence then. */
export async function loadErrorSentences(): Promise<void> {
  ({ errorSentence: sentenceOf } = await import('../../text/errors.ts'));
  ({ linkProblemText: sentenceOfLink } = await import('../../text/problems.ts'));
}

export const errorSentence: ErrorSentence = (failure: Failure) => sentenceOf(failure);
export const linkProblemSentence = (problem: LinkProblem): string => sentenceOfLink(problem);

/** For whoever looks for the cause: where the error was thrown. */
export const detailsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);

/** @param words read where they are shown */
const problem = (words: Pick<Problem, 'cause' | 'remedy'>, retry: boolean, details = ''): Problem => ({
  get cause() {
    return words.cause;
  },
  get remedy() {
    return words.remedy;
  },
  retry,
  details,
});

export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error) || MISTAKES.has(error.name)) {
    return problem(text.problems.unexpected, true, detailsOf(error));
  }
  const words = {
    get cause() {
      return errorSentence(error);
    },
    remedy: '',
  };
  return problem(words, true);
}

/** The reason why this page cannot use a GPU; undefined if none is known. */
export async function missingWebGpu(): Promise<Problem | undefined> {
  if (await navigator.gpu?.requestAdapter()) return undefined;
  const { noAdapter, noWebGpu, insecure } = text.problems;
  return problem(navigator.gpu ? noAdapter : globalThis.isSecureContext ? noWebGpu : insecure, false);
}

/** Shows the newest problem of a part of the page until something is tried again. */
export class Trying {
  problem = $state.raw<Problem>();

  tell = (error: unknown): void => {
    this.problem = problemOf(error);
  };

  closeProblem = (): void => {
    this.problem = undefined;
  };

  async trying(action: () => Promise<unknown>): Promise<void> {
    this.problem = undefined;
    try {
      await action();
    } catch (error) {
      this.tell(error);
    }
  }
}
