/** @file Why a text is no task and an answer is right or wrong in the family additions. */
import type { AdditionsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<AdditionsReason> = {
  'additions/not-an-addition': () => '텍스트가 1~9의 숫자 둘 이상을 “+”로 이은 것이 아닙니다.',
  'additions/too-many-terms': ({ terms, most }) => `덧셈의 항이 ${terms}개입니다. 최대 ${most}개입니다.`,
  'additions/not-a-number': () => '답이 네 자리 이하의 수가 아닙니다.',
  'additions/other-sum': ({ answer, sum }) => `답 ${answer}, 옳은 합 ${sum}.`,
  'additions/solved': ({ sum }) => `합은 ${sum}입니다.`,
};
