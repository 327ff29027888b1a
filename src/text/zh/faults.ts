/** @file The words of what is wrong in Chinese. */
export { reasonSentence as benchmarkReasonSentence } from './benchmark-reasons.ts';
export { errorSentence } from './errors.ts';
