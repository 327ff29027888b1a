/** @file Sentences of the reasons of the family household-game. */
import type { HouseholdGameReason } from '../../../tasks/families/household-game/reasons.ts';
import type { Sentences } from '../../sentences.ts';

export const householdGame: Sentences<HouseholdGameReason> = {
  'household-game/no-contents': () => '文本没有说有些什么（“in”）。',
  'household-game/no-goal': () => '文本没有目标。',
  'household-game/unknown-goal': ({ word }) => `“${word}”不是这个世界里的目标。`,
  'household-game/incomplete-goal': ({ goal }) => `目标“${goal}”后面没有它所需要的东西。`,
  'household-game/unknown-object': ({ word }) => `“${word}”不是这个世界里的物体。`,
  'household-game/unknown-receptacle': ({ word }) => `“${word}”不是这个世界里的容器。`,
  'household-game/repeated-receptacle': ({ receptacle }) => `容器 ${receptacle} 出现了两次。`,
  'household-game/unknown-thing': ({ word }) => `“${word}”既不是容器也不是物体。`,
  'household-game/object-nowhere': ({ object }) => `物体 ${object} 不在任何容器里。`,
  'household-game/no-receptacle': () => '没有容器。',
  'household-game/too-many-receptacles': ({ receptacles, most }) => `有 ${receptacles} 个容器，最多 ${most} 个。`,
  'household-game/full-receptacle': ({ receptacle, most }) => `${receptacle} 里的东西超过 ${most} 件。`,
  'household-game/object-missing': ({ object }) => `这里没有 ${object}。`,
  'household-game/treatment-impossible': ({ treatment, object }) => `不能对 ${object} 做 ${treatment}。`,
  'household-game/goal-impossible': ({ goal }) => `用这些容器和物体做不到“${goal}”。`,
  'household-game/solved': ({ commands, most }) => `用 ${commands} 条命令达到了目标（至多 ${most} 条）。`,
  'household-game/goal-not-reached': ({ commands }) => `${commands} 条命令之后没有达到目标。`,
};
