/** @file Builds line charts for Plot: curves over an axis, with tooltips that explain each number. */
import * as Plot from '@observablehq/plot';
import { formatCount, formatExactPercent, formatNumber, formatPercent } from '../../../shared/format.ts';
import { axes } from '../../../../text/names.ts';
import { runText } from '../../../../text/run.ts';
import { type Axis, costAt } from '../../../../analysis/run-summary.ts';
import { type EpochMetrics, flattenedSize, type HeldOutPoint, type RunMetrics } from '../../../../analysis/metrics.ts';

export interface RunSeries {
  name: string;
  metrics: RunMetrics;
}

export const position = ({ epoch, spent }: Pick<EpochMetrics | HeldOutPoint, 'epoch' | 'spent'>, axis: Axis): number =>
  costAt({ epoch, ...spent }, axis);

/** Point of a curve, with texts for the tooltip and the table of values. */
export interface Point {
  x: number;
  y: number;
  epoch: number;
  /** Index of the run. The run on the page has 0. */
  run: number;
  runName: string;
  curve: string;
  colour: string;
  detail: string;
}

interface CurveOf<Row> {
  name: string;
  colour: string;
  /** Returns the number to draw, or null if the epoch has none. */
  value: (row: Row) => number | null;
  /** Returns a text for the tooltip that says how the number was computed. */
  detail?: (row: Row) => string;
}

export type Curve = ({ rows: 'epochs' } & CurveOf<EpochMetrics>) | ({ rows: 'heldOut' } & CurveOf<HeldOutPoint>);

export interface ChartSpec {
  id: string;
  title: string;
  about: string;
  keys: { name: string; colour: string }[];
  points: Point[];
  /** Formats a value of the vertical axis. Shares are in percent. */
  format: (value: number) => string;
  options: Plot.PlotOptions;
  /** Logarithmic vertical axis, linear near 0. Undefined unless a spike flattens the curves. */
  logarithmic?: Plot.ScaleOptions;
}

/** Maximum number of epochs for which curves also show points. */
const FEW_POINTS = 60;

function pointsOf(series: readonly RunSeries[], axis: Axis, curves: readonly Curve[]): Point[] {
  return series.flatMap(({ name: runName, metrics: { epochs, heldOut } }, run) =>
    curves.flatMap((curve) => {
      const point = <Row extends EpochMetrics | HeldOutPoint>(
        row: Row,
        { name, colour, value, detail }: CurveOf<Row>,
      ) => ({
        x: position(row, axis),
        y: value(row) ?? NaN,
        epoch: row.epoch,
        run,
        runName,
        curve: name,
        colour,
        detail: detail?.(row) ?? '',
      });
      const points =
        curve.rows === 'epochs' ? epochs.map((row) => point(row, curve)) : heldOut.map((row) => point(row, curve));
      return points.filter(({ y }) => Number.isFinite(y));
    }),
  );
}

const xScale = (axis: Axis): Plot.ScaleOptions => ({
  label: axes[axis].short,
  zero: true,
  labelAnchor: 'right',
  ...(axis === 'epoch'
    ? { type: 'linear', ticks: 6, tickFormat: (epoch: number) => (Number.isInteger(epoch) ? String(epoch) : '') }
    : { tickFormat: 's', ticks: 5 }),
});

export interface LineChart {
  id: string;
  title: string;
  about: string;
  y: string;
  curves: Curve[];
  /** Limits of the vertical axis. By default the axis spans the data and 0. */
  domain?: [number, number];
  /** If true, shows values as percentages. */
  percent?: boolean;
  /** Marks of Plot that are drawn below the curves. */
  under?: Plot.Markish[];
  keys?: { name: string; colour: string }[];
}

export const lineChart = (series: readonly RunSeries[], axis: Axis, chart: LineChart): ChartSpec =>
  drawnAs(series, axis, chart, pointsOf(series, axis, chart.curves));

/** Builds a chart of the same curve of several runs over epochs. Each run has its own colour and name. */
export function overlaidChart(
  series: readonly (RunSeries & { colour: string })[],
  { curve, ...chart }: Omit<LineChart, 'curves'> & { curve: Curve },
): ChartSpec {
  const curves = series.map(({ name, colour }) => ({ ...curve, name, colour }));
  const points = series.flatMap((one, i) => pointsOf([one], 'epoch', [curves[i]]));
  return drawnAs(series.slice(0, 1), 'epoch', { ...chart, curves }, points);
}

function drawnAs(series: readonly RunSeries[], axis: Axis, chart: LineChart, points: Point[]): ChartSpec {
  const { id, title, about, curves, domain, percent, y, under = [], keys = [] } = chart;
  const format = percent ? formatExactPercent : formatNumber;
  const manyRuns = series.length > 1;
  const tipText = ({ y: value, epoch, curve, runName, detail }: Point) =>
    [
      ...(manyRuns ? [runName] : []),
      runText.loop.epoch({ epoch: formatCount(epoch) }),
      `${curve}: ${format(value)}`,
      ...(detail ? [detail] : []),
    ].join('\n');
  const channels = { x: 'x', y: 'y', stroke: 'colour', z: (point: Point) => `${point.run} ${point.curve}` };
  const flattened = domain ? undefined : flattenedSize(points.map((point) => point.y));
  const longest = Math.max(0, ...series.map(({ metrics }) => metrics.epochs.length));
  return {
    id,
    title,
    about,
    points,
    format,
    keys: [...(curves.length > 1 ? curves.map(({ name, colour }) => ({ name, colour })) : []), ...keys],
    logarithmic:
      flattened === undefined ? undefined : { label: y, grid: true, ticks: 5, type: 'symlog', constant: flattened },
    options: {
      x: xScale(axis),
      y: {
        label: y,
        grid: true,
        ticks: 5,
        ...(percent && { tickFormat: formatPercent }),
        ...(domain ? { domain, clamp: true } : { zero: true, nice: true }),
      },
      color: { type: 'identity' },
      marks: [
        ...under,
        Plot.line(
          points.filter(({ run }) => run === 0),
          { ...channels, strokeWidth: 1.8 },
        ),
        Plot.line(
          points.filter(({ run }) => run > 0),
          { ...channels, strokeWidth: 1.5, strokeDasharray: '4 3', strokeOpacity: 0.8 },
        ),
        ...(longest <= FEW_POINTS ? [Plot.dot(points, { x: 'x', y: 'y', fill: 'colour', r: 2.2 })] : []),
        Plot.tip(points, Plot.pointer({ x: 'x', y: 'y', title: tipText, maxRadius: 60 })),
      ],
    },
  };
}
