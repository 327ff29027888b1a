/** @file The words of the drawn figures. */
import type { Axis } from '../../analysis/axes.ts';
import type { FigureWords, RunCounts } from '../../figures/words.ts';
import { setting, type SettingName } from '../../genenv/settings/settings.ts';
import { armTitle } from './arms.ts';
import { axes } from './axes.ts';
import { familyTitle } from './families.ts';
import { settingWords } from './settings.ts';

function meanOf({ fewest, most, seeds, pairs }: RunCounts): string {
  const n = fewest === most ? `${fewest}` : `${fewest} 至 ${most}`;
  return (
    `每个实验组 n = ${n} 次运行的平均（${seeds} 个随机种子，${pairs} 对模型）` +
    `${most > 1 ? '，附 95% 自助法区间' : '；只有一次运行，没有区间'}。`
  );
}

const axisNote = (axis: Axis): string =>
  axis === 'epoch' || axis === 'rollouts'
    ? `横轴是${axes[axis].label}；若按浮点运算次数来画（环境模型自己的训练也计入），各组的名次可能不同。`
    : `横轴是${axes[axis].label}；若按采样回答数来画（各组一样多），各组的名次可能不同。`;

const percent = (share: number): string => `${Math.round(100 * share)}%`;

const HELD_OUT = '留出集成功率';
const SQUARED_GRADIENT_NORM = '梯度范数的平方';
const SHARE_OF_GROUPS = '组的比例';

const missingArms = (arms: readonly string[]): string => `这些运行中没有：${arms.map(armTitle).join('、')}。`;

/** Names the settings that have no ablation among these runs. */
export const missingAblations = (names: readonly SettingName[]): string =>
  names.length === 0
    ? ''
    : `没有${names.map((name) => settingWords[name].label).join('、')}的消融实验：请做一个改变${
        names.length > 1 ? '其中一项' : '它'
      }的批量实验。`;

export const figureWords: FigureWords = {
  arm: armTitle,
  base: '训练前',
  family: familyTitle,
  average: '平均',
  setting: (name) => ({ ...settingWords[name], symbol: setting(name).symbol }),
  axes,
  quantities: {
    'held-out success': { title: HELD_OUT, label: HELD_OUT },
    successRate: { title: '训练中的成功率', label: 'p̂' },
    reward: { title: '训练得分', label: '平均奖励' },
    responseLength: { title: '回答长度', label: '词元' },
    taskLength: { title: '任务长度', label: '词元' },
    meanLevel: { title: '任务的难度', label: '平均级别' },
    unsolvedShare: { title: '全错', label: SHARE_OF_GROUPS },
    solvedShare: { title: '全对', label: SHARE_OF_GROUPS },
    mixedShare: { title: '有对有错：GRPO 从中学习', label: SHARE_OF_GROUPS },
  },
  paper: '论文',
  missingArms,
  missingFamilies: (benchmarks) => `这里没有仿照 ${benchmarks.join('、')} 的任务族的运行。`,
  conditionTitle: (title, condition) => `${title}（${condition}）`,

  table1: ({ counts, genenvPercent, basePercent }) => ({
    title: '表 1 的简化版：各任务族的留出集成功率',
    caption:
      `各组用同样多的采样回答之后，在从未训练过的任务上的成功率。${meanOf(counts)}` +
      `论文中，7B 的 GenEnv 在五个基准上平均达到 ${genenvPercent.toFixed(1)}%，其基座模型为 ` +
      `${basePercent.toFixed(1)}%；那是单次运行，模型和任务也不同。`,
    empty: '没有做过评测的运行，所以表是空的。',
  }),
  figure1: ({ counts }) => ({
    title: '图 1 的简化版：各种取得任务的办法各有什么结果',
    caption:
      `各组用同样多的采样回答之后的留出集成功率。${meanOf(counts)}` +
      '右：论文中的 BFCL 验证集，每组一次运行，坐标轴不从 0 开始。',
    own: '这些运行',
    paper: '论文，BFCL 验证集',
    paperScore: '验证得分',
  }),
  figure4: ({ counts, parts }) => ({
    title: '图 4 的简化版：从内部看一次 GenEnv 运行',
    caption:
      `训练任务上的平均奖励、从未训练过的任务上的成功率、回答的平均词元数。${meanOf(counts)}` +
      '右下：一次运行分成六等份后的 p̂，旁边是论文的六轮（灰色）：论文的轮长而少。',
    parts: { title: '一次运行各六分之一的得分', x: '运行的第几个六分之一，或论文的轮', label: 'p̂' },
    tooShort: `六等份的得分需要至少 ${parts} 轮的运行。`,
  }),
  figure5: ({ counts }) => ({
    title: '图 5 的简化版：任务和回答会变长吗？',
    caption:
      `环境模型所写任务的平均词元数、智能体回答的平均词元数，以及 p̂。${meanOf(counts)}` +
      '右下是论文：其回答在六轮里增长 49%（虚线）；其任务缩短 3%，图注却说变长。',
    paper: { title: '论文：自第一轮以来的变化', x: axes.epoch.label, label: '变化' },
  }),
  figure6: ({ counts, axis }) => ({
    title: '图 6 的简化版：学习过程中的留出集成功率',
    caption: `从未训练过的任务上的成功率。${meanOf(counts)}${axisNote(axis)}`,
    panels: {
      adapting: '与 Random 和 Static 相比',
      offline: '与 Random 和离线教师相比',
      others: '与其他组相比',
    },
  }),
  figure7: ({ counts, low, high }) => ({
    title: '图 7 的简化版：成功率保持在区间内',
    caption:
      `训练任务上的 p̂，以及论文的区间 ${low} 至 ${high}（黄色）；论文在第二轮进入该区间。${meanOf(counts)}` +
      '处在区间内的时间本身并不说明学会了什么：请看留出集成功率和任务的级别。',
    timeInBand: ({ arm, share, interval, n }) => {
      const range = interval ? ` [${percent(interval.low)}, ${percent(interval.high)}]` : '';
      return `${armTitle(arm)}：${percent(share)}${range} 的轮在区间内（n = ${n}）。`;
    },
  }),
  figure8: ({ counts }) => ({
    title: '图 8 的简化版：什么也教不会的任务',
    caption: `一轮里全错、全对和有对有错的组各占多少：只有最后一种带来策略梯度。${meanOf(counts)}`,
  }),
  ablation: ({ counts, name, axis }) => {
    const { label, meaning } = settingWords[name];
    const { symbol } = setting(name);
    const x = symbol ? `${label}（${symbol}）` : label;
    return {
      title: `${x}：改变它有什么影响`,
      caption: `${meaning}各取值在同样的${axes[axis].label}下的留出集成功率。${meanOf(counts)}${axisNote(axis)}`,
      x,
      measures: { final: '结束时', area: '到那时为止的平均' },
      empty: '没有做过评测的运行，所以图是空的。',
      alsoVarying: (names) => `这些运行在 ${names.join('、')} 上也不同：请选定其中一个取值再比较。`,
    };
  },
  overlay: ({ runs, axis }) => ({
    title: '各次运行叠在一起',
    caption: `每次运行一条曲线，共 ${runs} 条。单次运行也会因偶然而不同：请在多个随机种子上比较各组。${axisNote(axis)}`,
    withoutSeconds: (without) =>
      without === runs
        ? '这些运行都没有记录秒数。'
        : `${runs} 次运行中有 ${without} 次因中断而没有记录秒数：没有画出。`,
  }),
  classResults: ({ counts, files }) => ({
    title: '这个班的运行',
    caption: `来自 ${files} 个文件。${meanOf(counts)}两个区间重叠很多时，这些运行分不出两组的高下。`,
  }),
  proposition1: ({ groupSize, constants }) => ({
    title: '命题 1：成功率为 p 的任务能教会多少',
    caption:
      `理论（G = ${groupSize}）：用 r − μ 时，优势平方的平均为 p(1 − p)(G − 1)/G，即命题中的因子；` +
      '再除以标准差，就成了 P(有对有错的组) = 1 − pᴳ − (1 − p)ᴳ。' +
      (constants
        ? `在模型上测得，每个任务一个点：E‖g‖² 介于 C·p(1 − p) 之间，C 从 ${constants.least.toPrecision(3)} 到 ` +
          `${constants.greatest.toPrecision(3)}（阴影）。`
        : ''),
    x: '成功率 p',
    noSignal: '测过的任务没有一个有对有错：看不到任何信号。',
    theory: { title: '理论：优势平方的平均', label: 'E[A²]，P(有对有错)' },
    measured: {
      centred: { title: '实测：E‖g‖²，g = (r − p̂)∇log π', label: SQUARED_GRADIENT_NORM },
      scaled: { title: '实测：同上，再除以 σ²', label: SQUARED_GRADIENT_NORM },
      group: { title: '实测：整个组的梯度', label: '范数的平方' },
    },
    legend: { centred: 'A = r − μ', scaled: 'A = (r − μ)/σ', mixed: 'P(有对有错的组)' },
  }),
  theorem1: ({ closer, farther, alpha, beta, rollouts, trials }) => ({
    title: '定理 1：把两批任务的奖励排错，概率有多大？',
    caption:
      `两批任务，智能体的真实成功率分别为 ${closer} 和 ${farther}；前者离 α = ${alpha} 更近。` +
      `左：β = ${beta} 时的 R_env(p̂)，以及两批中各个 p̂ = k/${rollouts} 的概率。右：R_env 没有把前一批排在前面的概率` +
      `随采样回答数的变化：对所有结果精确求和、${trials} 次固定种子的试验，以及定理的上界 ` +
      '4·exp(−(2/9)(Δ₂ − Δ₁)²n)；上界大于 1 时什么也没说。β 改变奖励的大小，不改变名次。',
    outcomes: {
      title: `R_env(p̂)，以及 p̂ 落在哪里（n = ${rollouts}）`,
      x: 'p̂',
      label: 'R_env，p̂ 的概率',
    },
    misranking: {
      title: 'Pr(R_env(p̂₁) ≤ R_env(p̂₂))',
      x: '每批的采样回答数（n）',
      label: '概率',
    },
    legend: {
      closer: `p̂₁，真实成功率 ${closer}`,
      farther: `p̂₂，真实成功率 ${farther}`,
      exact: 'R_env；精确值',
      simulated: '模拟',
      bound: '上界',
    },
  }),
};
