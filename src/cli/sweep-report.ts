/**
 * @file The report of a sweep as text, at equal agent rollouts and at equal floating-point operations: which arm is ahead
 * may depend on whether the environment's training is paid for. No mean without its n, no claim without its interval.
 */
import Table from 'cli-table3';
import { armsOf, type Reached } from '../analysis/comparison.ts';
import type { Axis, Runs } from '../analysis/run-summary.ts';
import type { ArmResults } from '../analysis/results/family-results.ts';
import type { Estimate } from '../analysis/statistics.ts';
import { defaultReference, sweepReport } from '../analysis/sweep-report.ts';
import { armTitle, axes } from '../text/names.ts';
import { reportText } from '../text/reports.ts';

const { numberOf, signed } = reportText;
const AXES: readonly Axis[] = ['rollouts', 'flops'];
const THRESHOLD = 0.5;

const share = (value: number): string => value.toFixed(3);
const intervalText = ({ interval }: Estimate): string =>
  interval ? `[${share(interval.low)}, ${share(interval.high)}]` : 'needs 2 runs';
const differenceText = (difference: Estimate | null): string =>
  difference ? `${signed(Number(share(difference.mean)))} ${intervalText(difference)}` : '–';
const reachedText = ({ runs, of, median }: Reached): string =>
  `${runs} of ${of}${median === null ? '' : `, median ${numberOf(median)}`}`;

function armTable({ axis, thresholdAxis, budget, arms }: ArmResults, label: string, reference: string): string {
  const table = new Table({
    head: [
      'Arm',
      'n',
      'Held-out success',
      '95% interval',
      `Difference to ${armTitle(reference)}`,
      `${axes[thresholdAxis].short} to ${THRESHOLD}`,
    ],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { arm, final, difference, reached } of arms)
    table.push([
      armTitle(arm),
      String(final.n),
      share(final.mean),
      intervalText(final),
      differenceText(difference),
      reachedText(reached[0]),
    ]);
  return `${label ? `${label}, at` : 'At'} ${numberOf(budget)} ${axes[axis].noun}:\n${table.toString()}`;
}

function reportAt(runs: Runs, axis: Axis, reference: string): string[] {
  const { conditions, claims, notes } = sweepReport(runs, { axis, threshold: THRESHOLD, reference });
  return [
    ...conditions.map(({ label, results }) =>
      results
        ? armTable(results, label, reference)
        : `${label ? `${label}: n` : 'N'}ot all runs were evaluated on held-out tasks, so they can't be compared.`,
    ),
    ...claims.map(reportText.claimSentence),
    ...notes.map(reportText.noteSentence),
  ];
}

/** The results of every arm, and the claims about each against the reference. */
export function sweepReportText(runs: Runs): string {
  const reference = defaultReference(armsOf(runs.summaries));
  if (reference === undefined) return '';
  const lines = AXES.flatMap((axis) => reportAt(runs, axis, reference));
  // Notes are often the same on both axes, for the same reason.
  return [...new Set(lines)].join('\n');
}
