/**
 * @file What is wrong and why, in the language spoken: errors, and answers to benchmarks. The page loads it beside the first
 * screen, which has no error.
 */
import { door } from './door.ts';
import { FAULTS } from './languages.ts';

export const { benchmarkReasonSentence, errorSentence } = await door(FAULTS);
