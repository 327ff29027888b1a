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
      return `${spent} 뒤의 홀드아웃 성공률`;
    case 'area':
      return `${spent} 동안의 평균 홀드아웃 성공률`;
    case 'threshold':
      return `홀드아웃 성공률 ${measure.at}까지 든 ${noun}(${spent} 안에 이르지 못하면 그만큼으로 셈)`;
  }
}

const where = (condition: string): string => (condition ? `${condition} 조건에서: ` : '');

function differenceSentence(claim: Claim): string {
  const { condition, treatment, control, measure, axis, budget, difference, seeds, modelPairs } = claim;
  const { leavesOutZero, enough } = claim;
  const { level, low, high } = difference.interval!;
  const { n } = difference;
  const pairs = modelPairs > 1 ? `시드 ${seeds}개, 모델 쌍 ${modelPairs}개` : `모델 한 쌍의 시드 ${seeds}개`;
  const verdict = leavesOutZero ? '구간에 0이 들어 있지 않습니다.' : '구간에 0이 들어 있어 차이가 보이지 않습니다.';
  const caution = enough
    ? ''
    : ` 실행이 이만큼 적으면 참 포함 확률은 많아야 ${bestCoverage(n).toFixed(2)}입니다${leavesOutZero ? '. 차이가 보이지 않습니다.' : '.'}`;
  return (
    `${where(condition)}${armTitle(treatment)} − ${armTitle(control)}, ${measureName(measure, axis, budget)}: ` +
    `${signed(difference.mean)} [${signed(low)}, ${signed(high)}](짝지은 차이의 ${level * 100}% 부트스트랩 구간, ` +
    `n = ${n}: ${pairs}). ${verdict}${caution}`
  );
}

const reasons: Record<NoClaimReason, string> = {
  'no-seconds': '시간이 기록되지 않은 실행이 있습니다. 한 기기에서 실행하세요.',
  'not-evaluated': '평가하지 않은 실행이 있습니다. 평가 과제의 수를 늘리세요.',
  'no-pair': '같은 모델에서 둘을 모두 가진 시드가 없는데, 구간에는 두 개 이상 필요합니다. 시드를 더 돌리세요.',
  'one-pair': '같은 모델에서 둘을 모두 가진 시드가 하나뿐인데, 구간에는 두 개 이상 필요합니다. 시드를 더 돌리세요.',
};

export function claimSentence(claim: ClaimOrNot): string {
  if (isClaim(claim)) return differenceSentence(claim);
  const { condition, treatment, control, reason } = claim;
  return `${where(condition)}${armTitle(treatment)} 대 ${armTitle(control)}에 대해서는 아무 주장도 하지 않습니다. ${reasons[reason]}`;
}

export const noteSentence = ({ adapters }: ReportNote): string =>
  `이 실행들은 서로 다른 어댑터에서 했습니다(${adapters.join('; ')}). 시간은 비교할 수 없습니다.`;
