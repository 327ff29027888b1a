/** @file Sentences of what events say in codes (see English). */
import { isRegressedOn } from '../../genenv/log/regressed-source.ts';
import type { TaskSource } from '../../genenv/log/events.ts';
import type { AgentNote, EnvironmentNote, FilterReason, RolloutReason, TaskReason } from '../../genenv/log/reasons.ts';
import type { FamilyReason } from '../../tasks/family.ts';
import type { RegisteredReason } from '../../tasks/registry.ts';
import { reasons as ofAdditions } from '../../tasks/families/additions/words.zh.ts';
import { reasons as ofEnglishCalls } from '../../tasks/families/english-calls/words.zh.ts';
import { reasons as ofFunctionCalling } from '../../tasks/families/function-calling/words.zh.ts';
import { reasons as ofHousehold } from '../../tasks/families/household/words.zh.ts';
import { reasons as ofHouseholdErrands } from '../../tasks/families/household-errands/words.zh.ts';
import { reasons as ofMultiHop } from '../../tasks/families/multi-hop/words.zh.ts';
import { reasons as ofStatefulCalls } from '../../tasks/families/stateful-calls/words.zh.ts';
import { reasons as ofTravelRules } from '../../tasks/families/travel-rules/words.zh.ts';
import { reasons as ofGivenTasks } from '../../tasks/given/words.zh.ts';
import { worldReasons } from '../../tasks/worlds/words.zh.ts';
import type { KeyReason } from '../../tasks/written-key.ts';
import { reasonSentences, type Sentences } from '../../common/sentences.ts';

type Reason = TaskReason | RolloutReason | FilterReason | AgentNote | EnvironmentNote;

const rate = ({ k, n }: { k: number; n: number }): string => `p̂ = ${k}/${n}`;

const ofLoop: Sentences<Exclude<Reason, FamilyReason>> = {
  'cut-off': ({ tokens }) => `文本在 ${tokens} 个词元之后被截断，没有写完。`,
  'answer-in-prompt': () => '答案就在提示词里。',
  'several-answers': () => '本应只有一个答案，却有多个答案能通过。',
  'evaluation-task': () => '这段文本是评测任务之一。',
  'repeated-text': () => '教师模型以前写过这段文本。',
  'copied-base-sample': () => '这就是基础样本本身，而不是它的变体。',
  'no-key': () => '文本后面没有答案键，而这里要由环境来写。',
  'malformed-key': ({ key }) => `“${key}”不是对任务的回答，所以不能作答案键。`,
  'wrong-key': ({ key }) => `答案键“${key}”是错的。`,
  'key-not-agreed': ({ agree, keys }) => `环境为这个任务写了 ${keys} 个答案键，只有 ${agree} 个与第一个一致：太少。`,

  'embedding-similarity': ({ similarity, reference }) =>
    `按嵌入计算，回答与参考“${reference}”的相似度为 ${similarity.toFixed(3)}（最高为 1）。`,
  'reward-functions': ({ values }) =>
    `各奖励函数之和：${Object.entries(values)
      .map(([name, value]) => `${name} ${Number(value.toFixed(3))}`)
      .join('、')}。`,
  'answer-cut-off': () => '回答没有写完就被截断。',

  'within-band': ({ distance, kMin, ...count }) =>
    `${rate(count)}：|p̂ − α| = ${distance.toFixed(3)} ≤ k_min = ${kMin}。`,
  'outside-band': ({ distance, kMin, ...count }) =>
    `${rate(count)}：|p̂ − α| = ${distance.toFixed(3)} > k_min = ${kMin}。`,
  'within-fixed-band': ({ low, high, ...count }) => `${rate(count)}：在 R-Zero 的 ${low} 至 ${high} 之内。`,
  'outside-fixed-band': ({ low, high, ...count }) => `${rate(count)}：在 R-Zero 的 ${low} 至 ${high} 之外。`,
  'solved-sometimes': (count) => `${rate(count)}：有时做对，所以可以学。`,
  'solved-never-or-always': (count) => `${rate(count)}：从未做对，或总是做对。`,

  'no-tasks': () => '没有可做的有效任务。',
  'no-tasks-without-anchor': () =>
    '没有种子锚点，环境模型就没有写出有效的任务。它需要一个学过怎样开头的模型；请打开锚点，或换一个环境模型。',
  'no-mixed-group': () =>
    '没有一组有对有错：每个任务的回答得到的奖励都相同，所以都没有优势。没有优势的步只跟随 KL 惩罚和熵奖励。',
  'environment-frozen': () => '在这个实验组里环境模型不学习。',
  'nothing-kept': ({ epochs }) => `最近 ${epochs} 轮没有文本通过过滤器。`,
  'cap-reached': () => '与初始环境模型的散度已达上限，所以没有再走一步。',
  'step-undone': () => '有一步使与初始环境模型的散度超过上限，已撤回。',
  'switched-off': () => '这个模型不学习：设置“谁来学习”把它排除了。',
  imported: () => '导入的：日志没有说明更新的情况。',
  'imported-step': ({ step, advantages }) =>
    `导入的日志的第 ${step} 步没有损失。${
      advantages === 'exported' ? '优势来自日志。' : '日志里没有优势：这里由奖励算出。'
    }`,
};

const ofKeys: Sentences<KeyReason> = {
  'key/equal': () => '回答与环境写的答案键相同。',
  'key/different': ({ key }) => `环境写的答案键是“${key}”。`,
};

export const reasonSentence = reasonSentences<Exclude<Reason, FamilyReason> | RegisteredReason | KeyReason>({
  ...ofLoop,
  ...ofKeys,
  ...ofHousehold,
  ...ofFunctionCalling,
  ...ofTravelRules,
  ...ofStatefulCalls,
  ...ofHouseholdErrands,
  ...ofMultiHop,
  ...ofEnglishCalls,
  ...ofAdditions,
  ...worldReasons('world'),
  ...ofGivenTasks,
});

/** The filter's verdict on a task: only texts that the environment wrote in this epoch can be part of its regression. */
export const filterSentence = (reason: FilterReason, source: TaskSource): string =>
  isRegressedOn(source) ? reasonSentence(reason) : `${reasonSentence(reason)}它不是本轮写的，所以不参与回归。`;
