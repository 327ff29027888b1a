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
    title: 'R-Zero',
    meaning:
      '与 genenv 相同，但环境按不确定性得奖励：2·min(p̂, 1 − p̂)，再扣去本轮中与它相似的任务所占的比例（R-Zero）。',
  },
  'absolute-zero': {
    title: 'Absolute Zero 的奖励',
    meaning: '与 genenv 相同，但环境的奖励是 1 − p̂；p̂ = 0 时奖励为 0（Absolute Zero）。',
  },
  sqlm: {
    title: 'SQLM 的奖励',
    meaning: '与 genenv 相同，但任务有时成功、有时失败时环境得 1，否则得 0（SQLM）。',
  },
  'level-rule': {
    title: '升级规则',
    meaning: '由真实生成器出题：成功率高于 70% 就升一级，低于 30% 就降一级（Reasoning Gym）。',
  },
  mopps: {
    title: '预测成功率（MoPPS）',
    meaning: '在基础数据上做 GRPO：由过去的尝试得出每个任务成功率的后验分布，从中抽样，只做最接近 α 的任务（MoPPS）。',
  },
  sec: {
    title: '自演化课程（SEC）',
    meaning: '由真实生成器出题，级别由多臂老虎机抽取：平均 |优势| 越大的级别越常被抽到（SEC）。',
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
