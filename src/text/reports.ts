/** @file Texts and documents that only the command line writes: reports, the results page, recipes. It speaks English. */
import { claimSentence, noteSentence } from './en/claims.ts';
import { commandErrorSentence } from './en/errors.ts';
import { headerText } from './en/evaluation-header.ts';
import { costTable } from './en/loop-cost.ts';
import { loopWords } from './en/round-loop.ts';
import { resultsPage } from './en/results-page.ts';
import { resultsTables, TABLES_FOLDER } from './en/results-tables.ts';
import { numberOf, signed } from './numbers.ts';

export type { LargerBase } from './en/larger-models-table.ts';

export const reportText = {
  claimSentence,
  noteSentence,
  errorSentence: commandErrorSentence,
  numberOf,
  signed,
  headerText,
  resultsPage,
  resultsTables,
  TABLES_FOLDER,
  loopWords,
  costTable,
};
