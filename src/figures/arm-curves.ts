/** @file Mean curves of arms over seeds and model pairs, each with its interval: the rows most figures are drawn from. */
import { mean } from 'simple-statistics';
import { type Axis, costAt, type Runs, type RunSummary } from '../analysis/run-summary.ts';
import { armsOf } from '../analysis/comparison.ts';
import { groupBy } from '../common/mean.ts';
import { estimate } from '../analysis/statistics.ts';
import type { Row } from './figure.ts';
import { quantities, type Quantity, type RunCounts } from './words.ts';

interface Sample {
  epoch: number;
  x: number;
  y: number;
}

function samplesOf({ telemetry }: Runs, summary: RunSummary, quantity: Quantity, axis: Axis): Sample[] {
  return quantities[quantity](summary).flatMap(({ row, value }) => {
    const x = costAt(row, axis, telemetry?.get(summary.id));
    return x === null ? [] : [{ epoch: row.epoch, x, y: value }];
  });
}

export interface CurveRow extends Row {
  quantity: string;
  /** The arm, by which curves of one panel differ. */
  series: string;
  epoch: number;
  /** Mean cost of the runs at this epoch, on the axis. */
  x: number;
  n: number;
  mean: number;
  low: number | null;
  high: number | null;
}

/** One row per arm and epoch, over the runs that have a value there. */
export const armCurves = (
  runs: Runs,
  quantity: Quantity,
  axis: Axis,
  arms: readonly string[] = armsOf(runs.summaries),
): CurveRow[] =>
  arms.flatMap((arm) => {
    const samples = runs.summaries
      .filter((summary) => summary.arm === arm)
      .flatMap((summary) => samplesOf(runs, summary, quantity, axis));
    const byEpoch = groupBy(samples, ({ epoch }) => epoch);
    return [...byEpoch]
      .sort(([a], [b]) => a - b)
      .map(([epoch, here]): CurveRow => {
        const { n, mean: middle, interval } = estimate(here.map(({ y }) => y));
        return {
          quantity,
          series: arm,
          epoch,
          x: mean(here.map(({ x }) => x)),
          n,
          mean: middle,
          low: interval?.low ?? null,
          high: interval?.high ?? null,
        };
      });
  });

export const curveColumns = ['quantity', 'series', 'epoch', 'x', 'n', 'mean', 'low', 'high'];

/** @param within what the runs of one mean share besides the arm */
export function countRuns({ summaries }: Runs, within: (summary: RunSummary) => string = () => ''): RunCounts {
  const groups = groupBy(summaries, (summary) => `${summary.arm} ${within(summary)}`);
  const sizes = [...groups.values()].map(({ length }) => length);
  return {
    fewest: Math.min(...sizes),
    most: Math.max(...sizes),
    seeds: new Set(summaries.map(({ settings }) => settings.seed)).size,
    pairs: new Set(summaries.map(({ models }) => models)).size,
  };
}
