/** @file Figure 4's counterpart: success, response length, and the score by sixths of a run. */
import { mean } from 'simple-statistics';
import type { Runs } from '../analysis/axes.ts';
import { byEpoch, FIGURE_4_SCORES } from '../analysis/paper.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { countRuns } from './arm-curves.ts';
import { curveFigure, runsOfArms } from './curve-panels.ts';
import type { Figure, Row } from './figure.ts';
import { armColour, PAPER } from './colours.ts';
import { amountScale, curvesWithBands, missingArms, paperCurve, successScale } from './marks.ts';
import type { FigureWords } from './words.ts';

const PARTS = FIGURE_4_SCORES.length;

/** Mean p̂ of each sixth of a run; empty of a run with fewer epochs than that. */
function scoreByParts({ epochs }: RunSummary): number[] {
  if (epochs.length < PARTS) return [];
  const border = (part: number) => Math.round((part * epochs.length) / PARTS);
  return Array.from({ length: PARTS }, (_, part) =>
    mean(epochs.slice(border(part), border(part + 1)).map(({ successRate }) => successRate)),
  );
}

function partRows(summaries: readonly RunSummary[], arm: string): Row[] {
  const runs = summaries.filter((summary) => summary.arm === arm).map(scoreByParts);
  const whole = runs.filter(({ length }) => length > 0);
  if (whole.length === 0) return [];
  return Array.from({ length: PARTS }, (_, part): Row => {
    const { n, mean: middle, interval } = estimate(whole.map((scores) => scores[part]));
    const [low, high] = [interval?.low ?? null, interval?.high ?? null];
    return { quantity: 'score by sixths', series: arm, epoch: part + 1, x: part + 1, n, mean: middle, low, high };
  });
}

export function figure4(runs: Runs, words: FigureWords, arm = 'genenv'): Figure {
  const arms = [arm];
  const own = runsOfArms(runs, arms);
  const text = words.figure4({ counts: countRuns(own), parts: PARTS });
  const common = curveFigure(own, arms, words, [
    ['reward', successScale],
    ['held-out success', successScale],
    ['responseLength', amountScale],
  ]);
  const parts = partRows(runs.summaries, arm);
  return {
    id: 'figure-4',
    title: text.title,
    caption: text.caption,
    notes: [...missingArms(['genenv'], arms, words), ...(parts.length === 0 ? [text.tooShort] : [])],
    ...common,
    rows: [...common.rows, ...parts],
    panels: [
      ...common.panels,
      {
        title: text.parts.title,
        options: {
          x: { label: text.parts.x, ticks: PARTS },
          y: successScale(text.parts.label),
          marks: [...paperCurve(byEpoch(FIGURE_4_SCORES)), ...curvesWithBands(parts, () => armColour(arm, arms))],
        },
      },
    ],
    legend: [...common.legend, { name: words.paper, colour: PAPER }],
  };
}
