/**
 * @file Makes marks and scales that figures share: legends, curves and points with intervals, and panels of curves over
 * epochs. Most figures show an arm's mean curve over seeds and model pairs, with its interval.
 */
import * as Plot from '@observablehq/plot';
import { mean } from 'simple-statistics';
import { armsOf } from '../analysis/comparison.ts';
import { type Axis, costAt, type RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { groupBy } from '../common/mean.ts';
import { armColour, BASE, PAPER } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { type FigureWords, quantities, type Quantity, type RunCounts } from './words.ts';

export interface CurveRow extends Row {
  quantity: string;
  /** Name of the arm. Each arm of a panel has its own curve. */
  series: string;
  epoch: number;
  /** Mean cost of the runs at this epoch, in units of the axis. */
  x: number;
  n: number;
  mean: number;
  low: number | null;
  high: number | null;
}

/** Returns one row per arm and epoch: the mean over the runs with a value there. */
export const armCurves = (
  runs: readonly RunSummary[],
  quantity: Quantity,
  axis: Axis,
  arms: readonly string[] = armsOf(runs),
): CurveRow[] =>
  arms.flatMap((arm) => {
    const samples = runs.filter((run) => run.arm === arm).flatMap((run) => quantities[quantity](run));
    const byEpoch = groupBy(samples, ({ row }) => row.epoch);
    return [...byEpoch]
      .sort(([a], [b]) => a - b)
      .map(([epoch, here]): CurveRow => {
        const { n, mean: middle, interval } = estimate(here.map(({ value }) => value));
        return {
          quantity,
          series: arm,
          epoch,
          x: mean(here.map(({ row }) => costAt(row, axis))),
          n,
          mean: middle,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
        };
      });
  });

export const curveColumns = ['quantity', 'series', 'epoch', 'x', 'n', 'mean', 'low', 'high'];

/** @param within returns what the runs of one mean share besides the arm */
export function countRuns(runs: readonly RunSummary[], within: (run: RunSummary) => string = () => ''): RunCounts {
  const groups = groupBy(runs, (run) => `${run.arm} ${within(run)}`);
  const sizes = [...groups.values()].map(({ length }) => length);
  return {
    fewest: Math.min(...sizes),
    most: Math.max(...sizes),
    seeds: new Set(runs.map(({ settings }) => settings.seed)).size,
    pairs: new Set(runs.map(({ models }) => models)).size,
  };
}

export const rowTitle = (arm: string, words: FigureWords): string => (arm === BASE ? words.base : words.arm(arm));

export const armLegend = (arms: readonly string[], words: FigureWords) =>
  arms.map((arm) => ({ name: rowTitle(arm, words), colour: armColour(arm, arms) }));

/** Lists the arms of the paper's figure that these runs lack, as notes. */
export function missingArms(expected: readonly string[], present: readonly string[], words: FigureWords): string[] {
  const missing = expected.filter((arm) => !present.includes(arm));
  return missing.length === 0 ? [] : [words.missingArms(missing)];
}

/** Draws one curve of `mean` over `x` per `series`, with the band from `low` to `high`. */
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

/** Draws points of `mean` with intervals from `low` to `high`. */
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
 * Draws numbers of the paper per epoch. Points are separate marks, because Plot numbers line markers across all
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

/** Success rates always use the whole range, so that figures are comparable. */
export const successScale = (label: string): Plot.ScaleOptions => ({ label, domain: [0, 1], grid: true, ticks: 5 });
export const amountScale = (label: string): Plot.ScaleOptions => ({
  label,
  zero: true,
  nice: true,
  grid: true,
  ticks: 5,
});

/** Panel of curves: a quantity, a function from label to vertical scale, and marks below the curves. */
type CurvePanel = readonly [
  quantity: Quantity,
  scale: (label: string) => Plot.ScaleOptions,
  under?: readonly Plot.Markish[],
];

export const runsOfArms = (runs: readonly RunSummary[], arms: readonly string[]): RunSummary[] =>
  runs.filter(({ arm }) => arms.includes(arm));

/** Makes the parts of a figure whose panels are curves over the epochs. */
export function curveFigure(
  own: readonly RunSummary[],
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
