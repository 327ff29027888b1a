/** @file What is wrong with a world, and what would be right. */
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import type { WorldFinding, WorldProblem } from './check-world.ts';

const WHAT = { action: '动作', thing: '物体', argument: '参数' };

const sentences: Sentences<WorldFinding> = {
  'too-large': ({ most }) => `文件超过一个世界的 ${most} 个字符，请另选文件。`,
  'not-json': ({ cause }) => `文本不是 JSON（${cause}），请在那里改正。`,
  'not-an-object': () => '请像模板那样写一个 JSON 对象。',
  'other-version': ({ value }) => `格式版本应为 1，而不是 ${value}；更新的版本需要更新的 Playground。`,
  'unknown-field': ({ name }) => `没有字段“${name}”，请删去或改正。`,
  'not-a-title': ({ most }) => `请给世界起一个 1 至 ${most} 个字符的名称。`,
  'not-a-list': ({ least, most }) => `应是 ${least} 至 ${most} 项的列表。`,
  'not-a-name': ({ value, most }) => `${value} 不是名称；名称是 1 至 ${most} 个字符的一个词，不含空格和控制字符。`,
  'reserved-name': ({ name }) => `“${name}”属于任务语言本身，请换一个名称。`,
  'same-name': ({ name }) => `“${name}”出现了两次，请删去一个。`,
  'unknown-name': ({ name, what }) => `${name} 不是这个世界的${WHAT[what]}，请添加它或改正规则。`,
  'not-true': ({ value }) => `“told”应为 true 或不写，而不是 ${value}。`,
  'not-a-count': ({ value, least, most }) => `应是 ${least} 至 ${most} 的整数，而不是 ${value}。`,
  'idle-rule': () => '这条规则不决定任何目标；请移到同样适用的规则之前，或删去。',
  'lower-level': () => '这一级的要求不比前一级多；请增加步数、干扰物或跳数，且哪一项都不减少。',
  'too-few-things': ({ needed, things }) =>
    `这一级需要 ${needed} 个不同的物体，但只有 ${things} 个；请添加物体或减少要求。`,
  'too-few-chains': ({ needed, things, hops }) =>
    `这一级需要 ${needed} 个能走 ${hops} 跳的物体，但只有 ${things} 个；请把地点也列为物体并给出规则，或者降低要求。`,
  'too-many-combinations': ({ combinations, most }) =>
    `物体、动作和参数共有 ${combinations} 种组合，最多 ${most} 种，请删去一些。`,
  'no-task': () => '没有规则适用于任何目标，任务都无解；请添加规则。',
  'one-place': () => '只有一个地点，没有什么可发现的；请再添加一个。',
  'too-few-tasks': () => '这一级的不同任务太少，留不出评估用的任务；请添加物体或动作。',
  'too-easy': ({ percent, most }) =>
    `随便猜也有 ${percent}% 的任务答对，至多应为 ${most}%；请添加地点或步数更多的级别。`,
};

/** In one sentence, with the place. */
export function worldProblemText(problem: WorldProblem): string {
  const { field, item } = problem;
  const place = field === undefined ? '世界' : item === undefined ? `“${field}”` : `“${field}”第 ${item} 项`;
  return `${place}：${sentenceOf<WorldFinding>(sentences, problem)}`;
}
