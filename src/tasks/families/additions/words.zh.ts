/** @file Why a text is no task and an answer is right or wrong in the family additions. */
import type { AdditionsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<AdditionsReason> = {
  'additions/not-an-addition': () => '文本不是用“+”连接的两个或更多个 1 至 9 的数字。',
  'additions/too-many-terms': ({ terms, most }) => `加法有 ${terms} 项，最多 ${most} 项。`,
  'additions/not-a-tape': () => '回答不是题目的各项，从第二项起每项之后写“= 到此为止的和”。',
  'additions/other-sum': ({ answer, sum }) => `到此为止的和是 ${sum}，回答写的是 ${answer}。`,
  'additions/solved': ({ sum }) => `每个和都对，最后是 ${sum}。`,
};
