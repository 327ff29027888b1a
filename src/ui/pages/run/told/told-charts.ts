/** @file What contexts of a family told over the epochs, beside the level of the tasks that were attempted. */
import { meanLevelOf, type WhatWasTold } from '../../../../analysis/what-was-told.ts';
import type { EpochMetrics } from '../../../../analysis/metrics.ts';
import { toldText } from '../../../../text/later.ts';
import { type ChartSpec, type Curve, lineChart } from '../charts/line-chart.ts';
import type { RunSeries } from '../charts/series.ts';

/** @param told by epoch, of all families */
export function toldCharts(
  series: RunSeries,
  told: ReadonlyMap<number, readonly WhatWasTold[]>,
  family: string,
): ChartSpec[] {
  const { success, level } = toldText.curves;
  const of = ({ epoch }: EpochMetrics) => told.get(epoch)?.find((one) => one.family === family);
  const curve = (name: string, colour: string, value: (row: EpochMetrics) => number | null): Curve => ({
    rows: 'epochs',
    name,
    colour,
    value,
  });
  const attempted = curve(level.attempted, 'var(--ink)', ({ levels }) => meanLevelOf(levels, family));
  const toldLevel = curve(level.told, 'var(--environment)', (row) => of(row)?.level?.mean ?? null);
  const isTold = series.metrics.epochs.some((row) => of(row)?.level);
  return [
    lineChart([series], 'epoch', {
      id: 'told-success',
      title: success.title,
      about: success.about,
      y: success.y,
      domain: [0, 1],
      percent: true,
      curves: [curve(success.y, 'var(--environment)', (row) => of(row)?.success.mean ?? null)],
    }),
    lineChart([series], 'epoch', {
      id: 'told-level',
      title: level.title,
      about: isTold ? level.about : level.untold,
      y: level.y,
      curves: isTold ? [toldLevel, attempted] : [attempted],
    }),
  ];
}
