/** @file Words of the arms of the experiments. */
import type { VariantName } from '../../analysis/arm-variants.ts';
import type { ArmName } from '../../genenv/settings/settings.ts';

interface ArmWords {
  title: string;
  meaning: string;
}

export const armWords: Readonly<Record<ArmName, ArmWords>> = {
  genenv: {
    title: 'GenEnv',
    meaning: '两个模型都学习：环境模型总是出智能体刚好有一半把握的任务。',
  },
  'genenv-plus': {
    title: 'GenEnv+',
    meaning:
      '与 genenv 相同，但一半任务是基础数据，环境也从中学习；一个模型按级别预测成功率，只做预测最接近 α 的任务。',
  },
  random: {
    title: 'GenEnv-Random',
    meaning: '环境模型每轮都写新任务，但从不学习（GenEnv-Random）。',
  },
  static: {
    title: 'GenEnv-Static',
    meaning: '环境模型只在训练前写一次任务（GenEnv-Static）。',
  },
  offline: {
    title: '离线教师',
    meaning: '一个更强、冻结的模型在训练前写一次任务，任务经过过滤（Gemini-Offline）。',
  },
  'base-data': {
    title: '基础数据上的 GRPO',
    meaning: '在真实生成器给出的基础数据上做 GRPO，没有环境模型。',
  },
  'r-zero': {
    title: 'R-Zero 的奖励',
    meaning: '与 genenv 相同，但环境按不确定性得奖励：2·min(p̂, 1 − p̂)（R-Zero）。',
  },
  'r-zero-penalty': {
    title: 'R-Zero',
    meaning: '与 r-zero 相同，但与本轮其他任务雷同的任务奖励更少：扣去相似任务所占的比例（R-Zero）。',
  },
  'absolute-zero': {
    title: 'Absolute Zero 的奖励',
    meaning: '与 genenv 相同，但环境的奖励是 1 − p̂；p̂ = 0 时奖励为 0（Absolute Zero）。',
  },
  spice: {
    title: 'SPICE 的奖励',
    meaning: '与 genenv 相同，但环境按方差得奖励：exp(−(p̂(1 − p̂) − ¼)²/.02)，不筛去任何任务（SPICE）。',
  },
  sqlm: {
    title: 'SQLM 的奖励',
    meaning: '与 genenv 相同，但任务有时成功、有时失败时环境得 1，否则得 0（SQLM）。',
  },
  'level-rule': {
    title: '升级规则',
    meaning: '由真实生成器出题：成功率高于 70% 就升一级，低于 30% 就降一级（Reasoning Gym）。',
  },
  'level-replay': {
    title: '优先级关卡重放',
    meaning: '与 random 相同，但一半任务是重做的，按它们教会了多少来挑选（prioritised level replay）。',
  },
  mopps: {
    title: '预测成功率（MoPPS）',
    meaning: '在基础数据上做 GRPO：由过去的尝试得出每个任务成功率的后验分布，从中抽样，只做最接近 α 的任务（MoPPS）。',
  },
  'balanced-filter': {
    title: '均衡在线过滤',
    meaning:
      '在基础数据上做 GRPO：每轮最多做四批任务，智能体只从有时成功、有时失败且最接近 α 的任务中学习（online difficulty filtering）。',
  },
  learnability: {
    title: '可学性（LILO）',
    meaning: '在基础数据上做 GRPO：每轮做四批任务，智能体只从 p̂(1 − p̂) 最高的一批中学习（SFL、LILO）。',
  },
  vcrl: {
    title: '方差与记忆库（VCRL）',
    meaning: '在基础数据上做 GRPO：智能体只从奖励有差异的任务中学习，没有差异的由记忆库中有过差异的任务代替（VCRL）。',
  },
  sec: {
    title: '自演化课程（SEC）',
    meaning: '由真实生成器出题，级别由多臂老虎机抽取：平均 |优势| 越大的级别越常被抽到（SEC）。',
  },
  'vocabulary-dropout': {
    title: '词表丢弃',
    meaning: '与 genenv 相同，但每轮随机禁用环境约七分之一的词，使它写出的任务保持多样（vocabulary dropout）。',
  },
  soar: {
    title: '实测进步（SOAR）',
    meaning:
      '与 genenv 相同，但环境得到的报酬是智能体的实际进步：只学它四分之一的任务之后，在另一些任务上的成功率提高了多少（SOAR）。',
  },
  'prompt-curriculum': {
    title: '价值模型（PCL）',
    meaning: '在基础数据上做 GRPO：一个与智能体同时学习的模型根据任务的词预测成功率，只做预测最接近 α 的任务（PCL）。',
  },
};

const variantTitles: Readonly<Record<VariantName, string>> = {
  'offline-2x': '离线教师 ×2',
  'offline-4x': '离线教师 ×4',
};

/** A name that this program does not know (of an imported run, for example) stays as it is. */
export const armTitle = (name: string): string =>
  Object.hasOwn(armWords, name)
    ? armWords[name as ArmName].title
    : Object.hasOwn(variantTitles, name)
      ? variantTitles[name as VariantName]
      : name;
