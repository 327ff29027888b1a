/** @file Why a text is no task and an answer is right or wrong in the family household. */
import type { HouseholdReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<HouseholdReason> = {
  'household/empty-text': () => '文本是空的。',
  'household/malformed-goal': ({ goal }) => `第 ${goal} 个目标不是一个动词加一个物体。`,
  'household/unknown-verb': ({ word }) => `“${word}”不是这个世界里的动词。`,
  'household/unknown-object': ({ word }) => `“${word}”不是这个世界里的物体。`,
  'household/two-goals': ({ object }) => `物体“${object}”有两个目标。`,
  'household/too-many-goals': ({ goals, most }) => `文本有 ${goals} 个目标，最多 ${most} 个。`,
  'household/malformed-answer': () => '回答不是按顺序写出每个目标的物体、动词和工位。',
  'household/solved': () => '每个物体都在其动词对应的工位。',
  'household/wrong-station': ({ goal, station, verb, object }) =>
    `第 ${goal} 个目标：在 ${station} 不能对 ${object} 做 ${verb}。`,
};
