/** @file Why a text is no task and an answer is right or wrong in the families household-errands and long-errands. */
import type { HouseholdErrandsReason } from './reasons.ts';
import type { Sentences } from '../../../common/sentences.ts';

export const reasons: Sentences<HouseholdErrandsReason> = {
  'household-errands/no-errand': () => '심부름이 없습니다.',
  'household-errands/unknown-errand': ({ word }) => `“${word}”: 이 세계의 심부름이 아닙니다.`,
  'household-errands/incomplete-errand': ({ errand }) =>
    `“${errand}”: 온전한 심부름이 아닙니다. 물건, 지금 있는 곳, 둘 곳이 있어야 합니다.`,
  'household-errands/unknown-object': ({ word }) => `“${word}”: 이 세계의 물건이 아닙니다.`,
  'household-errands/unknown-place': ({ word }) => `“${word}”: 물건을 두는 곳이 아닙니다.`,
  'household-errands/treatment-impossible': ({ treatment, object }) =>
    `${object}에는 ${treatment} 처리를 할 수 없습니다.`,
  'household-errands/same-place': ({ place }) => `물건이 있던 곳 ${place}에 그대로 남습니다.`,
  'household-errands/repeated-object': ({ object }) => `${object}에 대한 심부름이 둘입니다.`,
  'household-errands/too-many-errands': ({ errands, most }) => `심부름이 ${errands}개입니다. 최대 ${most}개입니다.`,
  'household-errands/solved': ({ commands, most }) => `명령 ${commands}개로 모든 심부름을 마쳤습니다(최대 ${most}개).`,
  'household-errands/errand-not-done': ({ errand, commands }) =>
    `명령 ${commands}개 뒤에도 “${errand}” 심부름이 끝나지 않았습니다.`,
};
