/** @file Why a text is no task and an answer is right or wrong in the families multi-hop-search and wide-search. */
import type { MultiHopReason } from './reasons.ts';
import { quoted, type Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<MultiHopReason> = {
  'multi-hop/no-person': () => '文本不是以人开头的。',
  'multi-hop/no-question': () => '文本什么也没有问。',
  'multi-hop/not-a-wording': ({ word }) => `“${word}”处应是问题的说法。`,
  'multi-hop/leads-nowhere': ({ question }) => `“${question}”之前的各跳没有指向事实所说的人。`,
  'multi-hop/not-a-relation': ({ word }) => `“${word}”处应是一种关系。`,
  'multi-hop/no-object': ({ relation }) => `“${relation}”后面没有它可以是什么。`,
  'multi-hop/no-fact': ({ question }) => `“${question}”后面没有事实。`,
  'multi-hop/too-many-facts': ({ question, most }) => `“${question}”后面的事实超过 ${most} 条。`,
  'multi-hop/too-many-hops': ({ hops, most }) => `问题有 ${hops} 跳，最多 ${most} 跳。`,
  'multi-hop/unanswered': ({ question, subject }) => `没有事实回答 ${subject} 的“${question}”。`,
  'multi-hop/no-answer': () => '缺少答案，即最后一个回合。',
  'multi-hop/solved': ({ answer }) => `答案是 ${answer}。`,
  'multi-hop/wrong-answer': ({ answer, given }) =>
    given ? `答案是 ${answer}，不是${quoted(given)}。` : `答案是 ${answer}，而回答什么也没说。`,
};
