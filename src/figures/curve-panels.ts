/** @file A panel of curves: one quantity, one curve with its band an arm, against the cost of learning. */
import type * as Plot from '@observablehq/plot';
import type { Runs } from '../analysis/axes.ts';
import { armCurves, curveColumns } from './arm-curves.ts';
import { type Figure, provenanceOf } from './figure.ts';
import { armColour } from './colours.ts';
import { armLegend, costScale, curvesWithBands } from './marks.ts';
import type { Quantity } from './quantities.ts';
import type { FigureWords } from './words.ts';

/** The quantity, what makes its vertical scale from the label, and marks below the curves. */
export type CurvePanel = readonly [
  quantity: Quantity,
  scale: (label: string) => Plot.ScaleOptions,
  under?: readonly Plot.Markish[],
];

export const runsOfArms = (runs: Runs, arms: readonly string[]): Runs => ({
  ...runs,
  summaries: runs.summaries.filter(({ arm }) => arms.includes(arm)),
});

/** What figures made of such panels over the epochs have in common. */
export function curveFigure(
  own: Runs,
  arms: readonly string[],
  words: FigureWords,
  panels: readonly CurvePanel[],
): Pick<Figure, 'columns' | 'rows' | 'panels' | 'legend' | 'provenance'> {
  const drawn = panels.map(([quantity, scale, under = []]) => {
    const { title, label } = words.quantities[quantity];
    const rows = armCurves(own, quantity, 'epoch', arms);
    const marks = [...under, ...curvesWithBands(rows, (arm) => armColour(arm, arms))];
    return { rows, panel: { title, options: { x: costScale('epoch', words), y: scale(label), marks } } };
  });
  return {
    columns: curveColumns,
    rows: drawn.flatMap(({ rows }) => rows),
    panels: drawn.map(({ panel }) => panel),
    legend: armLegend(arms, words),
    provenance: provenanceOf(own),
  };
}
