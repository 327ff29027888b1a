/** @file Messages to the person at the terminal: on stderr, so that stdout holds results alone. */
import type { Failure } from '../text/errors.ts';
import { reportText } from '../text/reports.ts';
import { printable } from './print-line.ts';

/** @param problem a sentence, or a failure, which becomes one */
export const warn = (problem: string | Failure): void =>
  note(`genenv: ${typeof problem === 'string' ? problem : reportText.errorSentence(problem)}`);

/** Prints a text to stderr. */
export function note(text: string): void {
  console.error(printable(text));
}
