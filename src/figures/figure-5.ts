/**
 * @file Figure 5's counterpart: length of tasks, length of responses, and success, over a run. The paper's caption says
 * that tasks grow longer; its numbers fall. Both are drawn as changes since the first epoch.
 */
import type { Runs } from '../analysis/axes.ts';
import { byEpoch, FIGURE_5_RESPONSE_LENGTHS, FIGURE_5_TASK_LENGTHS } from '../analysis/paper.ts';
import { countRuns } from './arm-curves.ts';
import { curveFigure, runsOfArms } from './curve-panels.ts';
import type { Figure } from './figure.ts';
import { PAPER } from './colours.ts';
import { amountScale, missingArms, paperCurve, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const sinceFirst = (values: readonly number[]) => byEpoch(values.map((value) => value / values[0] - 1));

export function figure5(runs: Runs, words: FigureWords, arm = 'genenv'): Figure {
  const arms = [arm];
  const own = runsOfArms(runs, arms);
  const { title, caption, paper } = words.figure5({ counts: countRuns(own) });
  const common = curveFigure(own, arms, words, [
    ['taskLength', amountScale],
    ['responseLength', amountScale],
    ['successRate', successScale],
  ]);
  return {
    id: 'figure-5',
    title,
    caption,
    notes: missingArms(['genenv'], arms, words),
    ...common,
    panels: [
      ...common.panels,
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
    legend: [...common.legend, { name: words.paper, colour: PAPER }],
  };
}
