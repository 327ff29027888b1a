/** @file Messages to the person at the terminal: on stderr, so that stdout holds results alone. */
import type { Failure } from '../text/error-sentences.ts';
import { reportText } from '../text/reports.ts';

/** @param problem a sentence, or a failure, which becomes one */
export const warn = (problem: string | Failure): void =>
  console.error(`genenv: ${typeof problem === 'string' ? problem : reportText.errorSentence(problem)}`);
