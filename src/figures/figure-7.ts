/**
 * @file Figure 7's counterpart: does the environment bring the agent's success into the band and hold it there? Drawn with
 * held-out success and the level of the tasks, since any arm may cross the band without learning anything.
 */
import * as Plot from '@observablehq/plot';
import { axes, type Axis, type Runs } from '../analysis/axes.ts';
import { armTitle } from '../analysis/arm-variants.ts';
import { armsOf } from '../analysis/comparison.ts';
import { shareInBand } from '../analysis/results/parts-of-run.ts';
import { estimate } from '../analysis/statistics.ts';
import { FIGURE_7_BAND } from '../analysis/paper.ts';
import { armCurves, curveColumns, nOf } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import {
  amountScale,
  armColour,
  armLegend,
  BAND,
  costScale,
  curvesWithBands,
  missingArms,
  successScale,
} from './marks.ts';

const [LOW, HIGH] = FIGURE_7_BAND;

const percent = (value: number): string => `${Math.round(100 * value)}%`;

function timeInBand(runs: Runs, arm: string): string {
  const { mean, interval, n } = estimate(runs.summaries.filter((run) => run.arm === arm).map(shareInBand));
  const range = interval ? ` [${percent(interval.low)}, ${percent(interval.high)}]` : '';
  return `${armTitle(arm)}: ${percent(mean)}${range} of epochs in the band (n = ${n}).`;
}

export function figure7(runs: Runs, arms: readonly string[] = ['genenv', 'random'], axis: Axis = 'epoch'): Figure {
  const present = armsOf(runs.summaries).filter((arm) => arms.includes(arm));
  const own = { ...runs, summaries: runs.summaries.filter(({ arm }) => present.includes(arm)) };
  const colour = (arm: string) => armColour(arm, present);
  const success = armCurves(runs, 'successRate', axis, present);
  const heldOut = armCurves(runs, 'held-out success', axis, present);
  const levels = armCurves(runs, 'meanLevel', axis, present);
  const x = costScale(axes[axis].label);
  return {
    id: 'figure-7',
    title: 'Figure 7 at toy scale: success held in the band',
    caption:
      `p̂ on the tasks of training against the paper’s band from ${LOW} to ${HIGH} (yellow), which it enters at its ` +
      `second epoch. ${nOf(own)} Time in the band shows no learning by itself: see held-out success and the tasks’ level.`,
    notes: [...present.map((arm) => timeInBand(runs, arm)), ...missingArms(['genenv', 'random'], present)],
    columns: curveColumns,
    rows: [...success, ...heldOut, ...levels],
    panels: [
      {
        title: 'Success in training',
        options: {
          x,
          y: successScale('p̂'),
          marks: [
            Plot.rect([{}], { y1: LOW, y2: HIGH, fill: BAND, fillOpacity: 0.35 }),
            ...curvesWithBands(success, colour),
          ],
        },
      },
      {
        title: 'Held-out success',
        options: { x, y: successScale('Held-out success'), marks: curvesWithBands(heldOut, colour) },
      },
      {
        title: 'Difficulty of the tasks',
        options: { x, y: amountScale('Mean level'), marks: curvesWithBands(levels, colour) },
      },
    ],
    legend: armLegend(present),
    provenance: provenanceOf(own),
  };
}
