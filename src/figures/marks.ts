/**
 * @file Marks and scales that figures share: legends, curves and points with their intervals, and panels of curves over
 * the epochs.
 */
import * as Plot from '@observablehq/plot';
import type { Axis, Runs } from '../analysis/run-summary.ts';
import { armCurves, curveColumns } from './arm-curves.ts';
import { armColour, BASE, PAPER } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import type { FigureWords, Quantity } from './words.ts';

export const rowTitle = (arm: string, words: FigureWords): string => (arm === BASE ? words.base : words.arm(arm));

export const armLegend = (arms: readonly string[], words: FigureWords) =>
  arms.map((arm) => ({ name: rowTitle(arm, words), colour: armColour(arm, arms) }));

/** Says which arms of the paper's figure these runs lack; empty if none is missing. */
export function missingArms(expected: readonly string[], present: readonly string[], words: FigureWords): string[] {
  const missing = expected.filter((arm) => !present.includes(arm));
  return missing.length === 0 ? [] : [words.missingArms(missing)];
}

/** Curves of `mean` over `x`, one per `series`, with the band from `low` to `high`; colours by `colour`. */
export const curvesWithBands = (rows: readonly Row[], colour: (series: string) => string): Plot.Markish[] => {
  const stroke = (row: Row) => colour(String(row.series));
  return [
    Plot.areaY(
      rows.filter(({ low }) => low !== null),
      { x: 'x', y1: 'low', y2: 'high', z: 'series', fill: stroke, fillOpacity: 0.16 },
    ),
    Plot.lineY(rows, { x: 'x', y: 'mean', z: 'series', stroke, strokeWidth: 1.8 }),
  ];
};

/** Points of `mean` with the interval from `low` to `high`. */
export const pointsWithIntervals = (
  rows: readonly Row[],
  x: string,
  colour: (row: Row) => string,
  facet: Plot.MarkOptions = {},
): Plot.Markish[] => [
  Plot.ruleX(
    rows.filter(({ low }) => low !== null),
    { x, y1: 'low', y2: 'high', stroke: colour, strokeWidth: 2, ...facet },
  ),
  Plot.dot(rows, { x, y: 'mean', fill: colour, r: 4, ...facet }),
];

/**
 * Draws numbers of the paper, per epoch. Points are separate marks, because Plot numbers line markers across all
 * drawings.
 */
export const paperCurve = (points: readonly { epoch: number; value: number }[], dash?: string): Plot.Markish[] => [
  Plot.lineY(points, { x: 'epoch', y: 'value', stroke: PAPER, strokeDasharray: dash }),
  Plot.dot(points, { x: 'epoch', y: 'value', fill: PAPER, r: 2.5 }),
];

export const costScale = (axis: Axis, { axes }: FigureWords): Plot.ScaleOptions => ({
  label: axes[axis].label,
  zero: true,
  ticks: 5,
  ...(axis === 'epoch' ? {} : { tickFormat: 's' }),
});

/** Success rates always have the whole range, so that figures compare. */
export const successScale = (label: string): Plot.ScaleOptions => ({ label, domain: [0, 1], grid: true, ticks: 5 });
export const amountScale = (label: string): Plot.ScaleOptions => ({
  label,
  zero: true,
  nice: true,
  grid: true,
  ticks: 5,
});

/**
 * A panel of curves has a quantity, a function that makes its vertical scale from the label, and marks below the
 * curves.
 */
type CurvePanel = readonly [
  quantity: Quantity,
  scale: (label: string) => Plot.ScaleOptions,
  under?: readonly Plot.Markish[],
];

export const runsOfArms = (runs: Runs, arms: readonly string[]): Runs => ({
  ...runs,
  summaries: runs.summaries.filter(({ arm }) => arms.includes(arm)),
});

/** Makes the parts of a figure that consists of such panels over the epochs. */
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
