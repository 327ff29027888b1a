/** @file Why a text is no task and an answer is right or wrong in the families household-errands and long-errands. */
import type { HouseholdErrandsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<HouseholdErrandsReason> = {
  'household-errands/no-errand': () => '缺少差事。',
  'household-errands/unknown-errand': ({ word }) => `“${word}”不是这个世界里的差事。`,
  'household-errands/incomplete-errand': ({ errand }) =>
    `“${errand}”不是一件完整的差事：还要有物体、它在哪里、要放到哪里。`,
  'household-errands/unknown-object': ({ word }) => `“${word}”不是这个世界里的物体。`,
  'household-errands/unknown-place': ({ word }) => `“${word}”不是放东西的地方。`,
  'household-errands/treatment-impossible': ({ treatment, object }) => `${object} 不能 ${treatment}。`,
  'household-errands/same-place': ({ place }) => `物体会留在原处 ${place}。`,
  'household-errands/repeated-object': ({ object }) => `有两件差事都是关于 ${object} 的。`,
  'household-errands/too-many-errands': ({ errands, most }) => `有 ${errands} 件差事，最多 ${most} 件。`,
  'household-errands/solved': ({ commands, most }) => `用 ${commands} 条命令办完了所有差事（至多 ${most} 条）。`,
  'household-errands/errand-not-done': ({ errand, commands }) => `${commands} 条命令之后“${errand}”还没有办到。`,
};
