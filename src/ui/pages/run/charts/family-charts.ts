/**
 * @file The charts of a run whose tasks are of several families: success of each in training and held-out, and what the
 * environment is told of it. A run of one family has no use for them.
 */
import type { LogAxis } from '../../../../analysis/run-summary.ts';
import { meanOrZero } from '../../../../common/mean.ts';
import { ownValue } from '../../../../common/plain-json.ts';
import { successRate } from '../../../../curriculum/environment-reward.ts';
import { onEitherTheme, PALETTE } from '../../../../figures/colours.ts';
import { familyTitle } from '../../../../text/families.ts';
import { runText } from '../../../../text/run.ts';
import { formatCount } from '../../../shared/format.ts';
import { type ChartSpec, type Curve, lineChart } from './line-chart.ts';
import type { RunSeries } from './series.ts';

type WithoutLook<One> = One extends Curve ? Omit<One, 'name' | 'colour'> : never;

const words = runText.charts.byFamily;

/** Not every step of a trainer's log has tasks of every family. */
const familiesOf = (series: readonly RunSeries[]): string[] => [
  ...new Set(
    series.flatMap(({ metrics: { heldOut, epochs } }) =>
      [...heldOut.map(({ byLevel }) => byLevel), ...epochs.map(({ levels }) => levels)].flatMap(Object.keys),
    ),
  ),
];

/** Those that the log has numbers for; none where all tasks are of one family. */
export function familyCharts(series: readonly RunSeries[], axis: LogAxis): ChartSpec[] {
  const families = familiesOf(series);
  if (families.length < 2) return [];
  const chart = (
    id: string,
    about: { title: string; about: string; y: string },
    curveOf: (family: string) => WithoutLook<Curve>,
  ) =>
    lineChart(series, axis, {
      id,
      ...about,
      domain: [0, 1],
      percent: id !== 'family-success',
      curves: families.map((family, i) => ({
        name: familyTitle(family),
        colour: onEitherTheme(PALETTE[i % PALETTE.length]),
        ...curveOf(family),
      })),
    });
  return [
    chart('family-held-out', words.heldOut, (family) => ({
      rows: 'heldOut',
      value: ({ byLevel }) => (Object.hasOwn(byLevel, family) ? meanOrZero(byLevel[family]) : null),
    })),
    chart('family-success', words.training, (family) => ({
      rows: 'epochs',
      value: ({ successByFamily }) => {
        const count = ownValue(successByFamily, family);
        return count?.n ? successRate(count) : null;
      },
      detail: ({ successByFamily }) => {
        const count = ownValue(successByFamily, family);
        return count ? runText.loop.solved({ k: formatCount(count.k), n: formatCount(count.n) }) : '';
      },
    })),
    chart('family-recent', words.recent, (family) => ({
      rows: 'epochs',
      value: ({ recentSuccess }) => ownValue(recentSuccess, family) ?? null,
    })),
  ].filter(({ points }) => points.length > 0);
}
