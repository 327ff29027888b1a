/**
 * @file Figure 4's counterpart: training score, held-out success, response length, and the score by sixths of a run
 * beside the paper's six epochs.
 */
import { mean } from 'simple-statistics';
import { axes, type Axis, type Runs } from '../analysis/axes.ts';
import type { RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { armCurves, curveColumns, type CurveRow, nOf, type Quantity } from './arm-curves.ts';
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
import { byEpoch, FIGURE_4_SCORES } from '../analysis/paper.ts';

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

export function figure4(runs: Runs, arm = 'genenv', axis: Axis = 'epoch'): Figure {
  const own = { ...runs, summaries: runs.summaries.filter((summary) => summary.arm === arm) };
  const curves = (quantity: Quantity): CurveRow[] => armCurves(runs, quantity, axis, [arm]);
  const colour = () => armColour(arm);
  const [training, heldOut, responses] = (['reward', 'held-out success', 'responseLength'] as const).map(curves);
  const parts = partRows(runs.summaries, arm);
  const x = costScale(axes[axis].label);
  return {
    id: 'figure-4',
    title: 'Figure 4 at toy scale: a run of GenEnv from the inside',
    caption:
      `Mean reward on the tasks of training, success on tasks never trained on, and mean tokens of a response. ${nOf(own)} ` +
      'Bottom right: p̂ in six equal parts of a run, beside the paper’s six epochs (grey): its epochs are long and few.',
    notes: [
      ...missingArms(['genenv'], [arm]),
      ...(parts.length === 0 ? [`The score by sixths needs runs of at least ${PARTS} epochs.`] : []),
    ],
    columns: curveColumns,
    rows: [...training, ...heldOut, ...responses, ...parts],
    panels: [
      {
        title: 'Training score',
        options: { x, y: successScale('Mean reward'), marks: curvesWithBands(training, colour) },
      },
      {
        title: 'Held-out success',
        options: { x, y: successScale('Held-out success'), marks: curvesWithBands(heldOut, colour) },
      },
      {
        title: 'Response length',
        options: { x, y: amountScale('Tokens'), marks: curvesWithBands(responses, colour) },
      },
      {
        title: 'Score by sixths of a run',
        options: {
          x: { label: 'Sixth of the run, or epoch of the paper', ticks: PARTS },
          y: successScale('p̂'),
          marks: [...paperCurve(byEpoch(FIGURE_4_SCORES)), ...curvesWithBands(parts, colour)],
        },
      },
    ],
    legend: [...armLegend([arm]), { name: 'The paper', colour: PAPER }],
    provenance: provenanceOf(own),
  };
}
