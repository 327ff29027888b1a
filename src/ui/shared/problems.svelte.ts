/** @file Turns an error into a message for the user, and keeps its stack for bug reports. */
import type { ErrorSentence, Failure } from '../../text/errors.ts';
import type { LinkProblem } from '../../text/link-problem.ts';
import { text } from '../../text/text.ts';

export interface Problem {
  readonly cause: string;
  readonly remedy: string;
  /** True if trying again may help. */
  readonly retry: boolean;
  /** Technical details for a bug report. Empty unless the error is a bug of this program. */
  readonly details: string;
}

/** Returns a sentence to show. The page calls it at each render, because error messages load late. */
export type Said = () => string;

/** Names of errors that JavaScript itself throws. Such errors are bugs of this program. */
const MISTAKES = new Set(['TypeError', 'ReferenceError', 'SyntaxError', 'InternalError', 'EvalError', 'URIError']);

let sentenceOf = $state.raw<ErrorSentence>(() => text.problems.unexpected.cause);
let sentenceOfLink = $state.raw<(problem: LinkProblem) => string>(() => text.problems.unexpected.cause);

/** Loads the error messages. Call it after the first screen is drawn. Errors already shown then get their message. */
export async function loadErrorSentences(): Promise<void> {
  ({ errorSentence: sentenceOf } = await import('../../text/errors.ts'));
  ({ linkProblemText: sentenceOfLink } = await import('../../text/problems.ts'));
}

export const errorSentence: ErrorSentence = (failure: Failure) => sentenceOf(failure);
export const linkProblemSentence = (problem: LinkProblem): string => sentenceOfLink(problem);

/** Returns the stack of an error, or else its text. */
export const detailsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);

/** Returns a problem that reads `words` each time it is shown. */
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

/** Returns why this page cannot use a GPU. Undefined if the page can. */
export async function missingWebGpu(): Promise<Problem | undefined> {
  if (await navigator.gpu?.requestAdapter()) return undefined;
  const { noAdapter, noWebGpu, insecure } = text.problems;
  return problem(navigator.gpu ? noAdapter : globalThis.isSecureContext ? noWebGpu : insecure, false);
}

/** Keeps the newest problem of a part of the page until the next attempt. */
export class Trying {
  problem = $state.raw<Problem>();

  tell = (error: unknown): void => {
    this.problem = problemOf(error);
  };

  closeProblem = (): void => {
    this.problem = undefined;
  };

  /** Returns the action's result. If the action fails, keeps the problem and returns undefined. */
  async trying<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    this.problem = undefined;
    try {
      return await action();
    } catch (error) {
      this.tell(error);
      return undefined;
    }
  }
}
