/**
 * @file The charts of a run whose tasks are of several families: success of each in training and held-out, and what the
 * environment is told of it. A run of one family has no use for them.
 */
import type { LogAxis } from '../../../../analysis/axes.ts';
import type { EpochMetrics, HeldOutPoint } from '../../../../analysis/metrics.ts';
import { meanOrZero } from '../../../../common/mean.ts';
import { successRate } from '../../../../curriculum/success.ts';
import { onEitherTheme } from '../../../../figures/dark-colours.ts';
import { PALETTE } from '../../../../figures/marks.ts';
import { text } from '../../../../text/text.ts';
import { formatCount } from '../../../shared/format.ts';
import { type ChartSpec, lineChart } from './line-chart.ts';
import type { RunSeries } from './series.ts';

const words = text.charts.byFamily;

/** The families of the first run that has any numbers yet, in the order of its settings. */
function familiesOf(series: readonly RunSeries[]): string[] {
  const evaluated = series.map(({ metrics }) => metrics.heldOut[0]?.byLevel as HeldOutPoint['byLevel'] | undefined);
  const trained = series.map(
    ({ metrics }) => metrics.epochs[0]?.successByFamily as EpochMetrics['successByFamily'] | undefined,
  );
  return Object.keys([...evaluated, ...trained].find((found) => found && Object.keys(found).length > 0) ?? {});
}

/** Empty where all tasks are of one family. */
export function familyCharts(series: readonly RunSeries[], axis: LogAxis): ChartSpec[] {
  const families = familiesOf(series);
  if (families.length < 2) return [];
  const named = families.map((family, i) => ({
    family,
    name: words.title(family),
    colour: onEitherTheme(PALETTE[i % PALETTE.length]),
  }));
  return [
    lineChart(series, axis, {
      id: 'family-held-out',
      ...words.heldOut,
      domain: [0, 1],
      curves: named.map(({ family, name, colour }) => ({
        rows: 'heldOut',
        name,
        colour,
        value: ({ byLevel }) => (family in byLevel ? meanOrZero(byLevel[family]) : null),
      })),
    }),
    lineChart(series, axis, {
      id: 'family-success',
      ...words.training,
      domain: [0, 1],
      curves: named.map(({ family, name, colour }) => ({
        rows: 'epochs',
        name,
        colour,
        value: ({ successByFamily }) => (successByFamily[family]?.n ? successRate(successByFamily[family]) : null),
        detail: ({
          successByFamily: {
            [family]: { k, n },
          },
        }) => text.loop.solved(formatCount(k), formatCount(n)),
      })),
    }),
    lineChart(series, axis, {
      id: 'family-recent',
      ...words.recent,
      domain: [0, 1],
      curves: named.map(({ family, name, colour }) => ({
        rows: 'epochs',
        name,
        colour,
        value: ({ recentSuccess }) => recentSuccess[family] ?? null,
      })),
    }),
  ];
}
