/**
 * @file The runs of a class in one chart: grouped by what differs between them apart from the seed and the length, a mean
 * with its interval a group. A run that several files hold is one run.
 */
import { median } from 'simple-statistics';
import type { RunSummary } from '../analysis/run-summary.ts';
import { type Estimate, estimate } from '../analysis/statistics.ts';
import { groupBy } from '../common/mean.ts';
import type { FileRun } from '../sweeps/results-csv.ts';
import { countRuns } from './arm-curves.ts';
import { amountScale, curveFigure, successScale } from './marks.ts';
import type { Figure } from './figure.ts';
import { runLabels } from './overlay.ts';
import type { FigureWords } from './words.ts';

export interface ClassGroup {
  /** What it differs by from the others: its arm, and each setting in which not all runs agree. */
  label: string;
  runs: FileRun[];
  /** Held-out success at the last evaluation of each run; null if none was evaluated. */
  final: (Estimate & { median: number }) | null;
}

export interface ClassResults {
  figure: Figure;
  groups: ClassGroup[];
  /** Files whose run another file holds too. */
  repeated: { file: string; as: string }[];
}

/** Two files hold the same run if everything that was measured in it is the same. */
const contentOf = ({ settings, agent, environment, epochs, heldOut }: RunSummary): string =>
  JSON.stringify([settings, agent, environment, epochs, heldOut]);

function finalOf(runs: readonly FileRun[]): ClassGroup['final'] {
  const values = runs.flatMap(({ summary }) => summary.heldOut.at(-1)?.success ?? []);
  return values.length === 0 ? null : { ...estimate(values), median: median(values) };
}

export function classResults(files: readonly FileRun[], words: FigureWords): ClassResults {
  const same = [...groupBy(files, ({ summary }) => contentOf(summary)).values()];
  const runs = same.map(([first]) => first);
  const labels = runLabels(
    runs.map(({ summary }) => summary),
    words,
    ['seed', 'epochs'],
  );
  const groups = [...groupBy(runs, (run) => labels[runs.indexOf(run)])];
  // Curves are drawn an arm: one that differs in arm alone keeps its colour, others are told apart by their labels.
  const isOfArm = new Set(runs.map(({ summary }) => summary.arm)).size === groups.length;
  const summaries = runs.map(({ summary }, i) => ({ ...summary, arm: isOfArm ? summary.arm : labels[i] }));
  const text = words.classResults({ counts: countRuns({ summaries }), files: files.length });
  return {
    figure: {
      id: 'class-results',
      title: text.title,
      caption: text.caption,
      notes: [],
      ...curveFigure({ summaries }, [...new Set(summaries.map(({ arm }) => arm))], words, [
        ['held-out success', successScale],
        ['successRate', successScale],
        ['meanLevel', amountScale],
      ]),
    },
    groups: groups.map(([label, own]) => ({ label, runs: own, final: finalOf(own) })),
    repeated: same.flatMap(([first, ...others]) => others.map(({ file }) => ({ file, as: first.file }))),
  };
}
