/** @file Why a text is not a task of a set, and why an answer has its score. */
import type { Sentences } from '../../common/sentences.ts';
import type { GivenReason } from './reasons.ts';

export const reasons: Sentences<GivenReason> = {
  'tasks/empty-text': () => '文本是空的。',
  'tasks/too-long': ({ length, most }) => `文本长度为 ${length}，最多 ${most}，即最长的给定任务的一倍半。`,
  'tasks/unknown-word': ({ word }) => `“${word}”不在任何给定任务中。`,
  'tasks/no-given-answer': () => '文本不是给定的任务，所以无法核对它的答案。',
  'tasks/solved': () => '回答正确。',
  'tasks/no-answer': ({ rule }) => `按规则“${rule}”，文本不是答案，或者它的样子与任何给定答案都不同。`,
  'tasks/wrong-answer': ({ right }) => `答案不是 ${right}。`,
};
