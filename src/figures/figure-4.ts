/**
 * @file Figure 4's counterpart: training score, held-out success, response length, and the score by sixths of a run
 * beside the paper's six epochs.
 */
import { mean } from 'simple-statistics';
import type { Axis, Runs } from '../analysis/axes.ts';
import { byEpoch, FIGURE_4_SCORES } from '../analysis/paper.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { armCurves, countRuns, curveColumns } from './arm-curves.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
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

export function figure4(runs: Runs, words: FigureWords, arm = 'genenv', axis: Axis = 'epoch'): Figure {
  const own = { ...runs, summaries: runs.summaries.filter((summary) => summary.arm === arm) };
  const text = words.figure4({ counts: countRuns(own), parts: PARTS });
  const colour = () => armColour(arm);
  const x = costScale(axis, words);
  const curves = (
    [
      ['reward', successScale],
      ['held-out success', successScale],
      ['responseLength', amountScale],
    ] as const
  ).map(([quantity, scale]: readonly [DrawnQuantity, typeof successScale]) => {
    const { title, label } = words.quantities[quantity];
    return { title, y: scale(label), rows: armCurves(runs, quantity, axis, [arm]) };
  });
  const parts = partRows(runs.summaries, arm);
  return {
    id: 'figure-4',
    title: text.title,
    caption: text.caption,
    notes: [...missingArms(['genenv'], [arm], words), ...(parts.length === 0 ? [text.tooShort] : [])],
    columns: curveColumns,
    rows: [...curves.flatMap(({ rows }) => rows), ...parts],
    panels: [
      ...curves.map(({ title, y, rows }) => ({ title, options: { x, y, marks: curvesWithBands(rows, colour) } })),
      {
        title: text.parts.title,
        options: {
          x: { label: text.parts.x, ticks: PARTS },
          y: successScale(text.parts.label),
          marks: [...paperCurve(byEpoch(FIGURE_4_SCORES)), ...curvesWithBands(parts, colour)],
        },
      },
    ],
    legend: [...armLegend([arm], words), { name: words.paper, colour: PAPER }],
    provenance: provenanceOf(own),
  };
}
