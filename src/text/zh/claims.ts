/** @file Claims about arms as sentences: no difference without its interval and n. */
import type { Axis } from '../../analysis/axes.ts';
import { type Claim, type ClaimOrNot, isClaim, type NoClaimReason } from '../../analysis/claim.ts';
import type { Measure } from '../../analysis/comparison.ts';
import { bestCoverage } from '../../analysis/enough-runs.ts';
import type { ReportNote } from '../../analysis/sweep-report.ts';
import { numberOf, signed } from '../numbers.ts';
import { armTitle } from './arms.ts';
import { axes } from './axes.ts';

function measureName(measure: Measure, axis: Axis, budget: number): string {
  const { noun } = axes[axis];
  const spent = `${numberOf(budget)} ${noun}`;
  switch (measure.kind) {
    case 'final':
      return `用完 ${spent}后的留出集成功率`;
    case 'area':
      return `${spent}之内留出集成功率的平均值`;
    case 'threshold':
      return `留出集成功率达到 ${measure.at} 所需的${axes[axis].label}（${spent}之内未达到的，按此数计）`;
  }
}

const where = (condition: string): string => (condition ? `在 ${condition} 时：` : '');

function differenceSentence(claim: Claim): string {
  const { condition, treatment, control, measure, axis, budget, difference, seeds, modelPairs } = claim;
  const { leavesOutZero, enough } = claim;
  const { level, low, high } = difference.interval!;
  const { n } = difference;
  const pairs = modelPairs > 1 ? `${seeds} 个随机种子、${modelPairs} 对模型` : `同一对模型的 ${seeds} 个随机种子`;
  const verdict = leavesOutZero ? '区间不含 0。' : '区间含 0：没有显示出差别。';
  const caution = enough
    ? ''
    : `运行次数这么少，真实覆盖率至多 ${bestCoverage(n).toFixed(2)}${leavesOutZero ? '：没有显示出差别。' : '。'}`;
  return (
    `${where(condition)}${armTitle(treatment)} − ${armTitle(control)}，${measureName(measure, axis, budget)}：` +
    `${signed(difference.mean)} [${signed(low)}, ${signed(high)}]（配对差的 ${level * 100}% 自助法区间，` +
    `n = ${n}：${pairs}）。${verdict}${caution}`
  );
}

const reasons: Record<NoClaimReason, string> = {
  'no-seconds': '并非所有运行都记录了秒数。请在同一台机器上运行。',
  'not-evaluated': '并非所有运行都做过评测。请增加评测任务数。',
  'no-pair': '没有一个随机种子在相同模型上两者都有，而区间至少需要两个。请多跑几个随机种子。',
  'one-pair': '只有一个随机种子在相同模型上两者都有，而区间至少需要两个。请多跑几个随机种子。',
};

export function claimSentence(claim: ClaimOrNot): string {
  if (isClaim(claim)) return differenceSentence(claim);
  const { condition, treatment, control, reason } = claim;
  return `${where(condition)}${armTitle(treatment)} 与 ${armTitle(control)} 之间不下结论：${reasons[reason]}`;
}

export const noteSentence = ({ adapters }: ReportNote): string =>
  `这些运行是在不同的图形适配器上做的（${adapters.join('；')}）：它们的秒数不能相比。`;
