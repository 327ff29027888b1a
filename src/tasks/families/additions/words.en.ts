/** @file Why a text is no task and an answer is right or wrong in the family additions. */
import type { AdditionsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<AdditionsReason> = {
  'additions/not-an-addition': () => 'The text is not two or more digits from 1 to 9 with “+” between them.',
  'additions/too-many-terms': ({ terms, most }) => `The addition has ${terms} terms; ${most} is the most.`,
  'additions/not-a-tape': () => 'The answer is not the terms of the task with “= sum so far” after each but the first.',
  'additions/other-sum': ({ answer, sum }) => `A sum so far is ${sum}, where the answer says ${answer}.`,
  'additions/solved': ({ sum }) => `Every sum is right, and the last is ${sum}.`,
};
