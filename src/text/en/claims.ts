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
  const spent = `${numberOf(budget)} ${axes[axis].noun}`;
  switch (measure.kind) {
    case 'final':
      return `held-out success after ${spent}`;
    case 'area':
      return `mean held-out success over ${spent}`;
    case 'threshold':
      return `${axes[axis].noun} to held-out success ${measure.at} (never within ${numberOf(budget)}: counted as that many)`;
  }
}

const where = (condition: string): string => (condition ? `With ${condition}: ` : '');

function differenceSentence(claim: Claim): string {
  const { condition, treatment, control, measure, axis, budget, difference, seeds, modelPairs } = claim;
  const { leavesOutZero, enough } = claim;
  const { level, low, high } = difference.interval!;
  const { n } = difference;
  const pairs = modelPairs > 1 ? `${seeds} seeds and ${modelPairs} model pairs` : `${seeds} seeds of one model pair`;
  const verdict = leavesOutZero ? 'The interval leaves out 0.' : 'The interval holds 0: no difference is shown.';
  const caution = enough
    ? ''
    : ` So few runs make the true coverage at most ${bestCoverage(n).toFixed(2)}${leavesOutZero ? ': no difference is shown.' : '.'}`;
  return (
    `${where(condition)}${armTitle(treatment)} − ${armTitle(control)}, ${measureName(measure, axis, budget)}: ` +
    `${signed(difference.mean)} [${signed(low)}, ${signed(high)}] (${level * 100}% bootstrap interval of paired ` +
    `differences, n = ${n}: ${pairs}). ${verdict}${caution}`
  );
}

const reasons: Record<NoClaimReason, string> = {
  'no-seconds': 'not all of their runs have recorded seconds. Run them on one machine.',
  'not-evaluated': 'not all of their runs were evaluated. Raise the number of evaluation tasks.',
  'no-pair': 'no seed has both of them on the same models, and an interval needs at least two. Run more seeds.',
  'one-pair': 'only one seed has both of them on the same models, and an interval needs at least two. Run more seeds.',
};

/** One sentence, and its caution where there is one. */
export function claimSentence(claim: ClaimOrNot): string {
  if (isClaim(claim)) return differenceSentence(claim);
  const { condition, treatment, control, reason } = claim;
  return `${where(condition)}nothing is claimed of ${armTitle(treatment)} against ${armTitle(control)}: ${reasons[reason]}`;
}

export const noteSentence = ({ adapters }: ReportNote): string =>
  `These runs were made on different adapters (${adapters.join('; ')}): their seconds do not compare.`;
