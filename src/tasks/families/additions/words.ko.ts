/** @file Why a text is no task and an answer is right or wrong in the family additions. */
import type { AdditionsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<AdditionsReason> = {
  'additions/not-an-addition': () => '텍스트가 1~9의 숫자 둘 이상을 “+”로 이은 것이 아닙니다.',
  'additions/too-many-terms': ({ terms, most }) => `덧셈의 항이 ${terms}개입니다. 최대 ${most}개입니다.`,
  'additions/not-a-tape': () => '답이 과제의 항을 차례로 적고 둘째 항부터 “= 지금까지의 합”을 붙인 것이 아닙니다.',
  'additions/other-sum': ({ answer, sum }) => `답에 적힌 합 ${answer}, 옳은 지금까지의 합 ${sum}.`,
  'additions/solved': ({ sum }) => `모든 합이 맞고 마지막은 ${sum}입니다.`,
};
