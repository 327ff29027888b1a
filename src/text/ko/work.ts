/** @file The words of the work in Korean. */
export { armTitle } from './arms.ts';
export { reasonSentence as benchmarkReasonSentence } from './benchmark-reasons.ts';
export { benchmarkText } from './benchmarks.ts';
export { figureWords } from './figure-words.ts';
export { modelExportWords } from './model-export.ts';
