/**
 * @file Figure 5's counterpart: length of tasks, length of responses, and success, over a run. The paper's caption says
 * that tasks grow longer; its numbers fall. Both are drawn as changes since the first epoch.
 */
import type { Axis, Runs } from '../analysis/axes.ts';
import { byEpoch, FIGURE_5_RESPONSE_LENGTHS, FIGURE_5_TASK_LENGTHS } from '../analysis/paper.ts';
import { armCurves, countRuns, curveColumns } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import {
  amountScale,
  armColour,
  armLegend,
  costScale,
  curvesWithBands,
  missingArms,
  PAPER,
  paperCurve,
  successScale,
} from './marks.ts';
import type { DrawnQuantity, FigureWords } from './words.ts';

const sinceFirst = (values: readonly number[]) => byEpoch(values.map((value) => value / values[0] - 1));

export function figure5(runs: Runs, words: FigureWords, arm = 'genenv', axis: Axis = 'epoch'): Figure {
  const own = { ...runs, summaries: runs.summaries.filter((summary) => summary.arm === arm) };
  const { title, caption, paper } = words.figure5({ counts: countRuns(own) });
  const colour = () => armColour(arm);
  const x = costScale(axis, words);
  const curves = (
    [
      ['taskLength', amountScale],
      ['responseLength', amountScale],
      ['successRate', successScale],
    ] as const
  ).map(([quantity, scale]: readonly [DrawnQuantity, typeof amountScale]) => {
    const { title, label } = words.quantities[quantity];
    return { title, y: scale(label), rows: armCurves(runs, quantity, axis, [arm]) };
  });
  return {
    id: 'figure-5',
    title,
    caption,
    notes: missingArms(['genenv'], [arm], words),
    columns: curveColumns,
    rows: curves.flatMap(({ rows }) => rows),
    panels: [
      ...curves.map(({ title, y, rows }) => ({ title, options: { x, y, marks: curvesWithBands(rows, colour) } })),
      {
        title: paper.title,
        options: {
          x: { label: paper.x, ticks: FIGURE_5_TASK_LENGTHS.length },
          y: { label: paper.label, tickFormat: '+.0%', grid: true },
          marks: [
            ...paperCurve(sinceFirst(FIGURE_5_TASK_LENGTHS)),
            ...paperCurve(sinceFirst(FIGURE_5_RESPONSE_LENGTHS), '4 3'),
          ],
        },
      },
    ],
    legend: [...armLegend([arm], words), { name: words.paper, colour: PAPER }],
    provenance: provenanceOf(own),
  };
}
