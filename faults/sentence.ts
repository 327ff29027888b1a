/** @file Recognises a refusal: an error with a code, of which a sentence for a person can be made. */
import { CodedError } from '../src/common/coded-error.ts';
import type { Failure } from '../src/text/error-sentences.ts';
import { reportText } from '../src/text/reports.ts';

/** JavaScript's own words for a defect of a program. */
const DEFECT =
  /Cannot (read|set|convert|destructure|access)|is not (iterable|defined|a constructor)|\[object |call stack|Invalid (array|string|typed array) length/;

/**
 * Values that were put into a sentence as they came: a missing one, zod's mark, the system's code, a sentence with its
 * full stop.
 */
const RAW =
  /\bundefined\b|\bNaN\b|✖|\bE(ACCES|BUSY|EXIST|FBIG|IO|ISDIR|LOOP|MFILE|NOENT|NOSPC|NOTDIR|NOTEMPTY|NXIO|PERM|PIPE|ROFS)\b|[^.\s/]\.\.(?![./\w])/;

/** @throws Error where a message is no sentence for a person */
export function checkSentence(message: string): void {
  // Quoted words are those of a file or of a model.
  const own = message.replace(/“[^]*?”|"(?:[^"\\]|\\.)*"/g, '“”');
  if (!/^\S[^]*[.?!)”"…]$/.test(message)) throw new Error(`This is no sentence: “${message}”`);
  if (DEFECT.test(own) || RAW.test(own)) throw new Error(`This sentence is not for a person: “${message}”`);
}

export const checkFailure = (failure: Failure): void => checkSentence(reportText.errorSentence(failure));

/**
 * Gives what `work` gives, or `refused` if it said a sentence instead.
 * @throws any other error of `work`
 */
export async function orRefused<Result>(work: () => Result | Promise<Result>): Promise<Result | 'refused'> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    checkFailure(error);
    return 'refused';
  }
}
