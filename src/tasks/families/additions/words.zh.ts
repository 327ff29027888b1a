/** @file Why a text is no task and an answer is right or wrong in the family additions. */
import type { AdditionsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<AdditionsReason> = {
  'additions/not-an-addition': () => '文本不是用“+”连接的两个或更多个 1 至 9 的数字。',
  'additions/too-many-terms': ({ terms, most }) => `加法有 ${terms} 项，最多 ${most} 项。`,
  'additions/not-a-number': () => '回答不是至多四位的数。',
  'additions/other-sum': ({ answer, sum }) => `和是 ${sum}，不是 ${answer}。`,
  'additions/solved': ({ sum }) => `和是 ${sum}。`,
};
