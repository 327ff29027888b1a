/** @file Why a text is no task and an answer is right or wrong in the families multi-hop-search and wide-search. */
import type { MultiHopReason } from './reasons.ts';
import { quoted, type Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<MultiHopReason> = {
  'multi-hop/no-person': () => '텍스트가 사람으로 시작하지 않습니다.',
  'multi-hop/no-question': () => '텍스트가 아무것도 묻지 않습니다.',
  'multi-hop/not-a-wording': ({ word }) => `“${word}” 자리에는 질문의 표현이 와야 합니다.`,
  'multi-hop/leads-nowhere': ({ question }) =>
    `“${question}” 앞의 홉들이, 사실이 다룰 수 있는 사람으로 이어지지 않습니다.`,
  'multi-hop/not-a-relation': ({ word }) => `“${word}” 자리에는 관계가 와야 합니다.`,
  'multi-hop/no-object': ({ relation }) => `“${relation}” 뒤에 그 값이 없습니다.`,
  'multi-hop/no-fact': ({ question }) => `“${question}” 뒤에 사실이 없습니다.`,
  'multi-hop/too-many-facts': ({ question, most }) => `“${question}” 뒤의 사실이 ${most}개를 넘습니다.`,
  'multi-hop/too-many-hops': ({ hops, most }) => `질문이 ${hops}홉입니다. 최대 ${most}홉입니다.`,
  'multi-hop/unanswered': ({ question, subject }) => `${subject}의 “${question}”에 답하는 사실이 없습니다.`,
  'multi-hop/no-answer': () => '마지막 턴인 답이 없습니다.',
  'multi-hop/solved': ({ answer }) => `정답: ${answer}.`,
  'multi-hop/wrong-answer': ({ answer, given }) =>
    `정답은 ${answer}인데 답은 ${given ? `${quoted(given)}입니다` : '없습니다'}.`,
};
