/**
 * @file What the page, its threads and the command line say of the work, in the language spoken: arms, figures, benchmarks,
 * exported models. A thread loads it by itself, so it is small.
 */
import { door } from './door.ts';
import { WORK } from './by-language/work.ts';

export const { armTitle, benchmarkReasonSentence, benchmarkText, figureWords, modelExportWords } = await door(WORK);
