/** @file Sentences of the reasons of the family travel. */
import type { TravelReason } from '../../../tasks/families/travel/reasons.ts';
import type { Sentences } from '../../sentences.ts';

export const travel: Sentences<TravelReason> = {
  'travel/no-budget': () => '文本没有“max”。',
  'travel/no-day': () => '旅行没有一天。',
  'travel/not-a-price': ({ word, most }) => `“${word}”不是 1 至 ${most} 的价格。`,
  'travel/price-without-place': ({ price }) => `价格 ${price} 后面没有地点。`,
  'travel/day-out-of-order': ({ place, first }) => `${place} 顺序不对：从 ${first} 起，一天接着一天。`,
  'travel/too-few-places': ({ day, fewest }) => `${day} 的地点少于 ${fewest} 个。`,
  'travel/too-many-places': ({ day, most }) => `${day} 的地点超过 ${most} 个。`,
  'travel/repeated-place': ({ day, place }) => `地点 ${place} 在 ${day} 出现了两次。`,
  'travel/not-a-limit': ({ most }) => `“max”后面不是 0 至 ${most} 的数。`,
  'travel/malformed-rule': () => '预算之后既不是结尾，也不是“no”加一个缺点。',
  'travel/blocked-day': ({ day, flaw }) => `${day} 的每个地点都有缺点 ${flaw}。`,
  'travel/incomplete-plan': () => '计划没有为每一天各说出一个地点。',
  'travel/not-on-offer': ({ place, day }) => `${day} 没有提供 ${place}。`,
  'travel/broken-rule': ({ place, day, flaw }) => `${day} 的 ${place} 有缺点 ${flaw}。`,
  'travel/over-budget': ({ cost, budget }) => `计划要花 ${cost}，预算是 ${budget}。`,
  'travel/solved': ({ cost, budget }) => `计划要花 ${cost}，至多可花 ${budget}。`,
};
