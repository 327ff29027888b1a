/** @file Why a text is not a task of a set, and why an answer has its score. */
import type { Sentences } from '../../common/sentences.ts';
import type { GivenReason } from './reasons.ts';

export const reasons: Sentences<GivenReason> = {
  'tasks/empty-text': () => '텍스트가 비어 있습니다.',
  'tasks/too-long': ({ length, most }) =>
    `텍스트의 길이가 ${length}입니다. 최대 ${most}, 곧 가장 긴 주어진 과제의 한 배 반입니다.`,
  'tasks/unknown-word': ({ word }) => `“${word}”: 주어진 과제 어디에도 없습니다.`,
  'tasks/no-given-answer': () => '텍스트가 주어진 과제가 아니어서 답을 확인할 수 없습니다.',
  'tasks/solved': () => '답이 맞습니다.',
  'tasks/no-answer': ({ rule }) => `텍스트가 규칙 “${rule}”에서 답이 아니거나, 주어진 어느 답과도 모양이 다릅니다.`,
  'tasks/wrong-answer': ({ right }) => `답은 ${right} 쪽이 맞습니다.`,
};
