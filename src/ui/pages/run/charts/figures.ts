/**
 * @file The figures of the page, in reading order: what each shows and from which numbers.
 */
import * as Plot from '@observablehq/plot';
import type { TaskVerdict } from '../../../../genenv/events.ts';
import type { LogAxis } from '../../../../analysis/axes.ts';
import type { EpochMetrics } from '../../../../analysis/metrics.ts';
import * as format from '../../../shared/format.ts';
import { text } from '../../../../text/en/page.ts';
import { levelMap } from './level-map.ts';
import { lineChart, type ChartSpec, type Curve } from './line-chart.ts';
import { position, type RunSeries } from './series.ts';

const AGENT = 'var(--agent)';
const ENVIRONMENT = 'var(--environment)';
const BAND = 'var(--band)';
const GOOD = 'var(--good)';
const BAD = 'var(--bad)';
const INK = 'var(--ink)';
const MUTED = 'var(--muted)';

const words = text.charts;

const curve = (
  name: string,
  colour: string,
  value: (row: EpochMetrics) => number | null,
  detail?: (row: EpochMetrics) => string,
): Curve => ({ rows: 'epochs', name, colour, value, detail });

const trainingSuccess = (name: string, colour: string): Curve =>
  curve(
    name,
    colour,
    (row) => row.successRate,
    (row) => text.loop.solved(format.count(row.success.k), format.count(row.success.n)),
  );

interface BandStretch {
  left: number;
  right: number;
  low: number;
  high: number;
}

/** The band epochs were filtered with, each from the end of the epoch before to its own: one bar while it stays. */
function bandStretches(epochs: readonly EpochMetrics[], axis: LogAxis): BandStretch[] {
  const stretches: BandStretch[] = [];
  for (const row of epochs) {
    const last = stretches.at(-1);
    const low = Math.max(0, row.bandLow);
    const high = Math.min(1, row.bandHigh);
    const right = position(row, axis);
    if (last?.low === low && last.high === high) last.right = right;
    else stretches.push({ left: last?.right ?? (axis === 'epoch' ? row.epoch - 1 : 0), right, low, high });
  }
  return stretches;
}

const band = (series: readonly RunSeries[], axis: LogAxis): Plot.Markish[] => [
  Plot.rect(bandStretches(series[0]?.metrics.epochs ?? [], axis), {
    x1: 'left',
    x2: 'right',
    y1: 'low',
    y2: 'high',
    fill: BAND,
    fillOpacity: 0.4,
    className: 'band',
    title: () => words.band,
  }),
];

const verdictColours: Record<TaskVerdict, string> = {
  valid: GOOD,
  unparseable: BAD,
  unsolvable: AGENT,
  trivial: MUTED,
  ambiguous: ENVIRONMENT,
};

export function figures(series: readonly RunSeries[], axis: LogAxis): ChartSpec[] {
  const line = (chart: Parameters<typeof lineChart>[2]) => lineChart(series, axis, chart);
  return [
    line({
      id: 'success',
      ...words.success,
      domain: [0, 1],
      curves: [trainingSuccess(words.series.successRate, AGENT)],
      under: band(series, axis),
      keys: [{ name: words.band, colour: BAND }],
    }),
    line({
      id: 'held-out',
      ...words.heldOutSuccess,
      domain: [0, 1],
      curves: [
        {
          rows: 'heldOut',
          name: words.heldOut,
          colour: INK,
          value: (row) => row.success,
          detail: (row) => words.samples(format.count(row.samples)),
        },
        trainingSuccess(words.training, AGENT),
      ],
    }),
    levelMap(series, axis),
    line({ id: 'levels', ...words.levels, curves: [curve(words.levels.y, ENVIRONMENT, (row) => row.meanLevel)] }),
    line({
      id: 'environment-reward',
      ...words.environmentReward,
      domain: [0, 1],
      curves: [curve(words.environmentReward.y, ENVIRONMENT, (row) => row.environmentReward)],
    }),
    line({
      id: 'reward',
      ...words.reward,
      domain: [0, 1],
      curves: [curve(words.reward.y, AGENT, (row) => row.reward)],
    }),
    line({
      id: 'groups',
      ...words.groups,
      domain: [0, 1],
      curves: [
        curve(text.updates.groups.mixed, AGENT, (row) => row.mixedShare),
        curve(text.updates.groups.solved, GOOD, (row) => row.solvedShare),
        curve(text.updates.groups.unsolved, BAD, (row) => row.unsolvedShare),
      ],
    }),
    line({
      id: 'validity',
      ...words.validity,
      domain: [0, 1],
      curves: (Object.keys(verdictColours) as TaskVerdict[]).map((verdict) =>
        curve(text.verdicts[verdict], verdictColours[verdict], (row) => row.verdicts[verdict]),
      ),
    }),
    line({ id: 'agent-kl', ...words.agentKl, curves: [curve(words.agentKl.y, AGENT, (row) => row.agentKl)] }),
    line({
      id: 'environment-kl',
      ...words.environmentKl,
      curves: [curve(words.environmentKl.y, ENVIRONMENT, (row) => row.environmentKl)],
    }),
    line({
      id: 'loss',
      ...words.loss,
      curves: [
        curve(words.series.loss, INK, (row) => row.agentLoss),
        curve(words.series.gradNorm, AGENT, (row) => row.agentGradNorm),
      ],
    }),
    line({
      id: 'lengths',
      ...words.lengths,
      curves: [
        curve(words.series.response, AGENT, (row) => row.responseLength),
        curve(words.series.task, ENVIRONMENT, (row) => row.taskLength),
      ],
    }),
    line({
      id: 'pools',
      ...words.pools,
      curves: [
        curve(words.series.train, AGENT, (row) => row.trainSize),
        curve(words.series.environment, ENVIRONMENT, (row) => row.environmentSize),
      ],
    }),
  ];
}
