/** @file Texts and documents that only the command line writes: reports. It speaks English. */
import { claimSentence, noteSentence } from './en/claims.ts';
import { commandErrorSentence } from './en/errors.ts';
import { headerText } from './en/evaluation-header.ts';
import { numberOf, signed } from './numbers.ts';

export const reportText = {
  claimSentence,
  noteSentence,
  errorSentence: commandErrorSentence,
  numberOf,
  signed,
  headerText,
};
