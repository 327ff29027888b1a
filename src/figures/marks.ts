/**
 * @file Makes marks and scales that figures share: legends, curves and points with intervals, and panels of curves over
 * epochs. Most figures show an arm's mean curve over seeds and model pairs, with its interval.
 */
import * as Plot from '@observablehq/plot';
import { mean } from 'simple-statistics';
import { armsOf } from '../analysis/comparison.ts';
import { type Axis, costAt, type EpochRow, type HeldOutRow, type RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { groupBy } from '../common/mean.ts';
import { axes } from '../text/names.ts';
import { armColour, PAPER } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { rowTitle, words } from './words.ts';

interface Sample {
  /** Epoch or evaluation, with the cost up to its end. */
  row: EpochRow | HeldOutRow;
  value: number;
}

const ofEpochs =
  (value: (row: EpochRow) => number) =>
  ({ epochs }: RunSummary): Sample[] =>
    epochs.map((row) => ({ row, value: value(row) }));

/**
 * Quantities that figures draw over a run. To add one that follows from a summary's numbers, add a line here and leave
 * summaries as they are (analysis/epoch-fields.ts). The catalogue has a title and a label for each quantity.
 */
const quantities = {
  'held-out success': ({ heldOut }: RunSummary): Sample[] => heldOut.map((row) => ({ row, value: row.success })),
  successRate: ofEpochs(({ successRate }) => successRate),
  reward: ofEpochs(({ reward }) => reward),
  responseLength: ofEpochs(({ responseLength }) => responseLength),
  taskLength: ofEpochs(({ taskLength }) => taskLength),
  meanLevel: ofEpochs(({ meanLevel }) => meanLevel),
  unsolvedShare: ofEpochs(({ unsolvedShare }) => unsolvedShare),
  solvedShare: ofEpochs(({ solvedShare }) => solvedShare),
  mixedShare: ofEpochs(({ mixedShare }) => mixedShare),
};

type Quantity = keyof typeof quantities;

/** Returns an estimate as columns of a row. Error and interval are null for a single value. */
export function estimateColumns(values: readonly number[]) {
  const { n, mean, standardError, interval } = estimate(values);
  return { n, mean, standardError, low: interval?.low ?? null, high: interval?.high ?? null };
}

/** Returns a point of a curve: the mean of these values with its interval. */
export function curvePoint(at: { quantity: string; series: string; epoch: number; x: number }, values: number[]): Row {
  const { standardError, ...columns } = estimateColumns(values);
  return { ...at, ...columns };
}

/** Returns one row per arm and epoch, the mean over the runs with a value there. `x` is these runs' mean cost. */
export const armCurves = (
  runs: readonly RunSummary[],
  quantity: Quantity,
  axis: Axis,
  arms: readonly string[] = armsOf(runs),
): Row[] =>
  arms.flatMap((series) => {
    const samples = runs.filter(({ arm }) => arm === series).flatMap((run) => quantities[quantity](run));
    return [...groupBy(samples, ({ row }) => row.epoch)]
      .sort(([a], [b]) => a - b)
      .map(([epoch, here]) => {
        const x = mean(here.map(({ row }) => costAt(row, axis)));
        return curvePoint(
          { quantity, series, epoch, x },
          here.map(({ value }) => value),
        );
      });
  });

export const armLegend = (arms: readonly string[]) =>
  arms.map((arm) => ({ name: rowTitle(arm), colour: armColour(arm, arms) }));

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

/** Draws numbers of the paper per epoch. Points are a separate mark, because Plot's line markers have changing ids. */
export const paperCurve = (points: readonly { epoch: number; value: number }[], dash?: string): Plot.Markish[] => [
  Plot.lineY(points, { x: 'epoch', y: 'value', stroke: PAPER, strokeDasharray: dash }),
  Plot.dot(points, { x: 'epoch', y: 'value', fill: PAPER, r: 2.5 }),
];

export const costScale = (axis: Axis): Plot.ScaleOptions => ({
  label: axes[axis].label,
  zero: true,
  ticks: 5,
  ...(axis === 'epoch' ? {} : { tickFormat: 's' }),
});

/** Returns the vertical scale of success rates. It always has the whole range, so that figures are comparable. */
export const successScale = (label: string = words.quantities['held-out success'].label): Plot.ScaleOptions => ({
  label,
  domain: [0, 1],
  grid: true,
  ticks: 5,
});
export const amountScale = (label: string): Plot.ScaleOptions => ({
  label,
  zero: true,
  nice: true,
  grid: true,
  ticks: 5,
});

/** Describes a panel of curves: a quantity, a function from label to vertical scale, and marks below the curves. */
export type CurvePanel = readonly [
  quantity: Quantity,
  scale: (label: string) => Plot.ScaleOptions,
  under?: readonly Plot.Markish[],
];

export const runsOfArms = (runs: readonly RunSummary[], arms: readonly string[]): RunSummary[] =>
  runs.filter(({ arm }) => arms.includes(arm));

/** Makes a figure whose panels show curves over the epochs. */
export function curveFigure(
  about: Pick<Figure, 'id' | 'title' | 'caption' | 'notes'>,
  own: readonly RunSummary[],
  arms: readonly string[],
  panels: readonly CurvePanel[],
): Figure {
  const drawn = panels.map(([quantity, scale, under = []]) => {
    const { title, label } = words.quantities[quantity];
    const rows = armCurves(own, quantity, 'epoch', arms);
    const marks = [...under, ...curvesWithBands(rows, (arm) => armColour(arm, arms))];
    return { rows, panel: { title, options: { x: costScale('epoch'), y: scale(label), marks } } };
  });
  return {
    ...about,
    rows: drawn.flatMap(({ rows }) => rows),
    panels: drawn.map(({ panel }) => panel),
    legend: armLegend(arms),
    provenance: provenanceOf(own),
  };
}
