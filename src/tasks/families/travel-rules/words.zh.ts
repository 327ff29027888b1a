/** @file Why a text is no task and an answer is right or wrong in the family travel-rules. */
import type { TravelRulesReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<TravelRulesReason> = {
  'travel-rules/no-budget': () => '文本没有“max”。',
  'travel-rules/malformed-night': ({ night }) => `第 ${night} 晚不是一个城市加一项需要。`,
  'travel-rules/unknown-city': ({ word }) => `“${word}”不是这个世界里的城市。`,
  'travel-rules/unknown-need': ({ word }) => `“${word}”不是这个世界里的需要。`,
  'travel-rules/repeated-city': ({ city }) => `旅行两次到 ${city}。`,
  'travel-rules/too-many-nights': ({ nights, most }) => `旅行有 ${nights} 晚，最多 ${most} 晚。`,
  'travel-rules/not-a-limit': ({ most }) => `“max”后面不是 0 至 ${most} 的一个数，或者文本没有就此结束。`,
  'travel-rules/malformed-plan': () => '计划不是按顺序写出每晚的城市、需要和住处种类。',
  'travel-rules/broken-rule': ({ city, kind, need }) => `${city} 的 ${kind} 不允许 ${need}。`,
  'travel-rules/over-budget': ({ cost, budget }) => `计划要花 ${cost}，预算是 ${budget}。`,
  'travel-rules/solved': ({ cost, budget }) => `每个住处都允许所需要的；计划要花 ${cost}，至多可花 ${budget}。`,
};
