/** @file Why an answer to a benchmark is right or wrong, in the language chosen. */
import type { AnyWording } from './any-wording.ts';
import { reasonSentence as english } from './en/benchmark-reasons.ts';

export const benchmarkReasonSentence: AnyWording<typeof english> = english;
