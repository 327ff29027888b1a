/** @file Why a text is no task and an answer is right or wrong in the family travel-rules. */
import type { TravelRulesReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<TravelRulesReason> = {
  'travel-rules/no-budget': () => '텍스트에 “max”가 없습니다.',
  'travel-rules/malformed-night': ({ night }) => `${night}일째 밤: 도시 하나와 필요한 것 하나로 되어 있지 않습니다.`,
  'travel-rules/unknown-city': ({ word }) => `“${word}”: 이 세계의 도시가 아닙니다.`,
  'travel-rules/unknown-need': ({ word }) => `“${word}”: 이 세계의 필요가 아닙니다.`,
  'travel-rules/repeated-city': ({ city }) => `여행이 ${city}에 두 번 갑니다.`,
  'travel-rules/too-many-nights': ({ nights, most }) => `여행이 ${nights}박입니다. 최대 ${most}박입니다.`,
  'travel-rules/not-a-limit': ({ most }) => `“max” 뒤에 텍스트를 끝맺는 0~${most}의 수가 없습니다.`,
  'travel-rules/malformed-plan': () => '계획이 모든 밤의 도시, 필요한 것, 숙소 종류를 차례로 적은 것이 아닙니다.',
  'travel-rules/broken-rule': ({ city, kind, need }) => `${city}의 ${kind} 숙소는 다음을 허용하지 않습니다: ${need}.`,
  'travel-rules/over-budget': ({ cost, budget }) => `계획의 비용은 ${cost}, 예산은 ${budget}입니다.`,
  'travel-rules/solved': ({ cost, budget }) =>
    `모든 숙소가 필요한 것을 허용합니다. 계획의 비용은 ${cost}, 예산은 ${budget}입니다.`,
};
