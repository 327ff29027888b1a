/** @file Why a text is no task and an answer is right or wrong in the family additions. */
import type { AdditionsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<AdditionsReason> = {
  'additions/not-an-addition': () => 'The text is not two or more digits from 1 to 9 with “+” between them.',
  'additions/too-many-terms': ({ terms, most }) => `The addition has ${terms} terms; ${most} is the most.`,
  'additions/not-a-number': () => 'The answer is not a number of at most four digits.',
  'additions/other-sum': ({ answer, sum }) => `The sum is ${sum}, not ${answer}.`,
  'additions/solved': ({ sum }) => `The sum is ${sum}.`,
};
