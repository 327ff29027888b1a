/** @file The words of what is wrong in English. */
export { reasonSentence as benchmarkReasonSentence } from './benchmark-reasons.ts';
export { errorSentence } from './errors.ts';
