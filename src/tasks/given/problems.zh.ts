/** @file What is wrong with tasks that a person brought, and what would be right. */
import { sentenceOf, type Sentences } from '../../common/sentences.ts';
import type { TasksFinding, TasksProblem } from './check-tasks.ts';

const sentences: Sentences<TasksFinding> = {
  'too-large': ({ most }) => `文件超过一次运行能容纳的 ${most} 字节，请只给出一部分。`,
  'not-json': ({ cause }) => `这一行不是 JSON（${cause}）；请每行写一个对象，或写带表头的表格。`,
  'not-an-object': () => '请写一个含有 prompt 和 answer 的对象。',
  'other-version': ({ value }) => `格式版本应为 1，而不是 ${value}；更新的版本需要更新的 Playground。`,
  'unknown-field': ({ name }) => `没有字段“${name}”，请删去，或改成任务的字段名。`,
  'not-a-title': ({ most }) => `请给这些任务起一个 1 至 ${most} 个字符的名称。`,
  'not-a-list': () => '请在“given”里把任务写成列表。',
  'no-column': ({ name }) => `表头没有“${name}”列，请添加。`,
  'column-twice': ({ name }) => `表头里“${name}”出现了两次，请删去一个。`,
  'other-cells': ({ cells, columns }) => `这一行有 ${cells} 格，表头有 ${columns} 格；含逗号的格请加引号。`,
  'open-quote': () => '从这一行开始的引号没有结束；请补上，或把格内的引号写两遍。',
  'not-a-text': ({ name, value }) => `“${name}”不是文本，而是 ${value}，请改写。`,
  empty: ({ name }) => `“${name}”缺失或为空，请写上。`,
  'too-long': ({ name, length, most }) => `“${name}”有 ${length} 个字符，最多 ${most} 个，请缩短。`,
  'control-character': ({ name, character }) => `“${name}”含有无法显示的字符 ${character}，请删去。`,
  'token-of-model': ({ name, token }) => `“${name}”含有 ${token}，模型会把它读作消息的边界，请删去。`,
  'key-mark': ({ mark }) => `答案含有“${mark}”，它是写在每个答案之前的标记，请删去。`,
  'not-words': ({ name }) =>
    `“${name}”不是以单个空格分隔、不含标签、每个至多 40 个字符的词；请改写，或选择形式“text”。`,
  'not-a-level': ({ value, most }) => `级别应是 1 至 ${most} 的整数，而不是 ${value}，请改正。`,
  'not-a-split': ({ value, splits }) => `划分应是 ${splits} 之一，而不是 ${value}，请改正。`,
  'not-a-rule': ({ value, rules }) => `规则应是 ${rules} 之一，而不是 ${value}，请改正。`,
  'not-a-form': ({ value, forms }) => `形式应是 ${forms} 之一，而不是 ${value}，请改正。`,
  'other-rule': ({ rule, first }) => `这里的规则是“${rule}”，之前是“${first}”；所有任务共用一条规则，请选定一条。`,
  'not-of-rule': ({ value, rule }) => `按规则“${rule}”，${value} 不是答案；请改正，或选另一条规则。`,
  'two-answers': ({ other }) => `题目与第 ${other} 行相同，但答案、级别、技能或划分不同；请只留一个。`,
  'nearly-kept': ({ other }) => `题目与第 ${other} 行几乎相同，划分却不同，训练会看到评估用的任务；请给两者同一划分。`,
  'too-few-tasks': ({ tasks, least }) => `有 ${tasks} 个不同的题目；训练、开发和评估需要 ${least} 个，请添加。`,
  'too-few-of-level': ({ level, tasks, least }) =>
    `第 ${level} 级有 ${tasks} 个不同的题目；训练、开发和评估需要 ${least} 个，请添加或合并级别。`,
  'too-many-tasks': ({ most }) => `任务超过 ${most} 个，请只给出一部分。`,
  'not-as-written': () => '写法与 Playground 自己写出的不同；请给出原来的文件。',
  more: ({ lines }) => `另有 ${lines} 行也有问题；请先改正以上各行再看。`,
};

/** In one sentence, with the place. */
export const tasksProblemText = (problem: TasksProblem): string =>
  `${problem.line === undefined ? '任务' : `第 ${problem.line} 行`}：${sentenceOf<TasksFinding>(sentences, problem)}`;
