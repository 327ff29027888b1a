/** @file A panel of curves: one quantity, one curve with its band an arm, against the cost of learning. */
import type * as Plot from '@observablehq/plot';
import type { Axis, Runs } from '../analysis/axes.ts';
import { armCurves, curveColumns, type CurveRow } from './arm-curves.ts';
import { type Figure, type Panel, provenanceOf } from './figure.ts';
import { armColour, armLegend, costScale, curvesWithBands } from './marks.ts';
import type { DrawnQuantity, FigureWords } from './words.ts';

export interface CurvePanel {
  rows: CurveRow[];
  panel: Panel;
}

/** The runs of some arms. */
export const runsOfArms = (runs: Runs, arms: readonly string[]): Runs => ({
  ...runs,
  summaries: runs.summaries.filter(({ arm }) => arms.includes(arm)),
});

/**
 * @param scale makes the vertical scale from its label
 * @param under marks below the curves
 */
export function curvePanel(
  { runs, arms, axis, words }: { runs: Runs; arms: readonly string[]; axis: Axis; words: FigureWords },
  quantity: DrawnQuantity,
  scale: (label: string) => Plot.ScaleOptions,
  under: readonly Plot.Markish[] = [],
): CurvePanel {
  const { title, label } = words.quantities[quantity];
  const rows = armCurves(runs, quantity, axis, arms);
  const marks = [...under, ...curvesWithBands(rows, (arm) => armColour(arm, arms))];
  return { rows, panel: { title, options: { x: costScale(axis, words), y: scale(label), marks } } };
}

/** What figures made of such panels have in common. */
export const curveFigure = (
  own: Runs,
  arms: readonly string[],
  panels: readonly CurvePanel[],
  words: FigureWords,
): Pick<Figure, 'columns' | 'rows' | 'panels' | 'legend' | 'provenance'> => ({
  columns: curveColumns,
  rows: panels.flatMap(({ rows }) => rows),
  panels: panels.map(({ panel }) => panel),
  legend: armLegend(arms, words),
  provenance: provenanceOf(own),
});
