/** @file The story of an epoch, or of the stage of it that has just ended: a plain sentence for each claim. */
import type { Claim } from '../../analysis/epoch-story.ts';
import type { Settings } from '../../genenv/settings/settings.ts';
import { sentenceOf, type Sentences } from '../../common/sentences.ts';

/** The scope in which p̂ is the share of right answers. */
const scopes: Readonly<Record<Settings['successScope'], string>> = {
  task: '一个任务的正确比例就是它的 p̂',
  batch: '同一个种子的各个变体的正确比例就是它们的 p̂',
  epoch: '这一轮的正确比例就是 p̂',
};

/** Those of the parts that there are, each with its number. */
const parts = (...all: [number, string][]): string =>
  all
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} 个${what}`)
    .join('，');

const claims: Sentences<Claim> = {
  texts: ({ texts, attempted }) => `${texts} 段文本：智能体把其中 ${attempted} 段当任务来做。`,
  'nothing-attempted': () => '没有可做的任务。',
  answers: ({ tasks, answers }) => `智能体对 ${tasks} 个任务给出了 ${answers} 个回答，并不知道哪个回答是对的。`,
  right: ({ right, answers, scope }) => `${answers} 个回答中 ${right} 个正确。${scopes[scope]}。`,
  'inside-band': ({ inside, tasks }) => `${tasks} 个任务中有 ${inside} 个落在区间内。只有这样的任务能教环境模型。`,
  solved: ({ tasks, never, always, sometimes }) =>
    `${tasks} 个任务：${parts([never, '从未做对'], [always, '总是做对'], [sometimes, '有时做对'])}。`,
  'agent-learned': ({ groups, steps }) => `GRPO：${groups} 个有对有错的组教了智能体，共 ${steps} 步。`,
  'agent-penalties': ({ steps }) =>
    `GRPO：没有一组有对有错，所以智能体没有从奖励中学习；${steps} 步只跟随 KL 惩罚和熵奖励。`,
  'agent-old-traces': ({ traces, entries }) =>
    `GRPO 还从 ${traces} 条旧轨迹中学习：来自 D_train 的 ${entries} 个条目。`,
  'agent-no-step': () => 'GRPO：没有一组有对有错，所以智能体没有走一步。',
  'agent-off': () => '智能体的学习已关闭，什么也没学。',
  'agent-unknown': () => '日志没有说明智能体学到了什么。',
  'environment-learned': ({ steps, pairs, own }) =>
    `RWR：环境模型在 ${pairs} 个通过过滤器的任务上走了 ${steps} 步，其中 ${own} 个任务是新的。`,
  'environment-penalty': ({ steps, capped }) =>
    `RWR：${capped ? '到达了 KL 上限' : '没有任务通过过滤器'}；环境模型的 ${steps} 步只跟随 KL 惩罚。`,
  'environment-capped': () => 'RWR：到达了 KL 上限，环境模型的步都没有留下。',
  'environment-no-step': () => 'RWR：没有任务通过过滤器，所以环境模型没有走一步。',
  'environment-frozen': () => '在这个实验组里环境模型从不学习。',
  'environment-off': () => '环境模型的学习已关闭，什么也没学。',
  'environment-unknown': () => '日志没有说明环境模型学到了什么。',
  'pools-grew': ({ traces, tasks }) => `放进 D_train 的轨迹：${traces} 条；放进 D_env 的任务：${tasks} 个。`,
};

export const story = {
  head: (epoch: string) => `第 ${epoch} 轮。`,
  stageHead: (epoch: string, stage: string) => `第 ${epoch} 轮，${stage}。`,
  tell: (all: readonly Claim[]) => all.map((claim) => sentenceOf(claims, claim)).join(''),
} as const;
