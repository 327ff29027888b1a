/** @file Sentences of the reasons of the family english-hops. */
import type { EnglishHopsReason } from '../../../tasks/families/english-hops/reasons.ts';
import { quoted, type Sentences } from '../../sentences.ts';

export const englishHops: Sentences<EnglishHopsReason> = {
  'english-hops/not-json': () => '文本里没有 JSON 对象，小修小补之后也没有。',
  'english-hops/no-question': () => '任务没有问题。',
  'english-hops/unclear-question': ({ question }) => `判定程序读不懂问题${quoted(question)}。`,
  'english-hops/too-many-hops': ({ hops, most }) => `问题有 ${hops} 跳，最多 ${most} 跳。`,
  'english-hops/no-facts': () => '任务没有给出事实。',
  'english-hops/unclear-fact': ({ fact }) => `判定程序读不懂事实${quoted(fact)}。`,
  'english-hops/repeated-fact': ({ fact }) => `事实${quoted(fact)}出现了两次。`,
  'english-hops/too-many-facts': ({ facts, most }) => `任务给出 ${facts} 条事实，最多 ${most} 条。`,
  'english-hops/unanswered': ({ relation, subject }) => `没有事实说明 ${subject} 的 ${relation}。`,
  'english-hops/no-answer': () => '回答是空的。',
  'english-hops/solved': ({ answer }) => `答案是 ${answer}。`,
  'english-hops/wrong-answer': ({ answer, given }) => `答案是 ${answer}，不是${quoted(given)}。`,
};
