/** @file Defines the charts of a run in reading order: what each shows, and which numbers it uses. */
import { familyTitle } from '../../../../text/families.ts';
import { onEitherTheme, PALETTE } from '../../../../figures/colours.ts';
import { successRate } from '../../../../curriculum/environment-reward.ts';
import { ownValue } from '../../../../common/plain-json.ts';
import { meanOrZero } from '../../../../common/mean.ts';
import * as Plot from '@observablehq/plot';
import type { TaskVerdict } from '../../../../genenv/log/events.ts';
import type { Axis } from '../../../../analysis/run-summary.ts';
import { bandStretches, type EpochMetrics, isRewarded } from '../../../../analysis/metrics.ts';
import { formatCount } from '../../../shared/format.ts';
import { runText } from '../../../../text/run.ts';
import type { ComparedCurve } from '../../../../analysis/statistics.ts';
import {
  lineChart,
  overlaidChart,
  type ChartSpec,
  type Curve,
  type LineChart,
  position,
  type RunSeries,
} from './line-chart.ts';

const AGENT = 'var(--agent)';
const ENVIRONMENT = 'var(--environment)';
const BAND = 'var(--band)';
const GOOD = 'var(--good)';
const BAD = 'var(--bad)';
const INK = 'var(--ink)';
const MUTED = 'var(--muted)';

const words = runText.charts;

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
    (row) => (isRewarded(row) ? row.successRate : null),
    (row) => runText.loop.solved({ k: formatCount(row.success.k), n: formatCount(row.success.n) }),
  );

const heldOutSuccess = (): Curve => ({
  rows: 'heldOut',
  name: words.heldOut,
  colour: INK,
  value: (row) => row.success,
  detail: (row) => words.samples({ samples: formatCount(row.samples) }),
});

const meanLevel = (): Curve => curve(words.levels.y, ENVIRONMENT, (row) => row.meanLevel || null);

/** Draws the band that each epoch was filtered with. */
function band(series: readonly RunSeries[], axis: Axis): Plot.Markish {
  const epochs = series[0]?.metrics.epochs ?? [];
  return Plot.rect(
    bandStretches(epochs, (row) => position(row, axis), axis === 'epoch' ? (epochs[0]?.epoch ?? 1) - 1 : 0),
    {
      x1: 'left',
      x2: 'right',
      y1: 'low',
      y2: 'high',
      fill: BAND,
      fillOpacity: 0.4,
      className: 'band',
      title: () => words.band,
    },
  );
}

const share = { about: '', domain: [0, 1] as [number, number], percent: true };
/** Defines the charts in which several runs share the axes. Texts are in the current language. */
const overlaid = (): Record<ComparedCurve, Omit<LineChart, 'curves' | 'id'> & { curve: Curve }> => ({
  success: { ...share, title: words.success.y, y: words.success.y, curve: trainingSuccess('', AGENT) },
  heldOut: { ...share, title: words.heldOutAlone, y: words.heldOutSuccess.y, curve: heldOutSuccess() },
  level: { ...words.levels, about: '', curve: meanLevel() },
  mixed: { ...share, title: words.mixedAlone, y: words.groups.y, curve: curve('', AGENT, (row) => row.mixedShare) },
});

/** Returns a chart per curve, in which each run has its own colour. */
export const comparedCharts = (
  series: readonly (RunSeries & { colour: string })[],
  curves: readonly ComparedCurve[],
  axis: Axis = 'epoch',
): ChartSpec[] => curves.map((name) => overlaidChart(series, axis, { id: `over-${name}`, ...overlaid()[name] }));

const verdictColours: Record<TaskVerdict, string> = {
  valid: GOOD,
  unparseable: BAD,
  unsolvable: AGENT,
  trivial: MUTED,
  ambiguous: ENVIRONMENT,
};

/** Returns all charts of the run on the page, and of the run it is compared with. */
export function runCharts(series: readonly RunSeries[], axis: Axis): ChartSpec[] {
  const line = (chart: Parameters<typeof lineChart>[2]) => lineChart(series, axis, chart);
  const simple = (id: 'levels' | 'loss' | 'lengths' | 'diversity' | 'pools', curves: Curve[]) =>
    line({ id, ...words[id], curves });
  return [
    line({
      id: 'success',
      ...words.success,
      domain: [0, 1],
      curves: [trainingSuccess(words.series.successRate, AGENT)],
      under: [band(series, axis)],
      keys: [{ name: words.band, colour: BAND }],
    }),
    line({
      id: 'held-out',
      ...words.heldOutSuccess,
      domain: [0, 1],
      percent: true,
      curves: [heldOutSuccess(), trainingSuccess(words.training, AGENT)],
    }),
    ...familyCharts(series, axis),
    simple('levels', [meanLevel()]),
    line({
      id: 'environment-reward',
      ...words.environmentReward,
      domain: [0, 1],
      curves: [
        curve(words.environmentReward.y, ENVIRONMENT, (row) => (isRewarded(row) ? row.environmentReward : null)),
      ],
    }),
    line({
      id: 'reward',
      ...words.reward,
      domain: [0, 1],
      curves: [curve(words.reward.y, AGENT, (row) => (isRewarded(row) ? row.reward : null))],
    }),
    line({
      id: 'groups',
      ...words.groups,
      domain: [0, 1],
      percent: true,
      curves: [
        curve(runText.updates.groups.mixed, AGENT, (row) => row.mixedShare),
        curve(runText.updates.groups.solved, GOOD, (row) => row.solvedShare),
        curve(runText.updates.groups.unsolved, BAD, (row) => row.unsolvedShare),
      ],
    }),
    line({
      id: 'validity',
      ...words.validity,
      domain: [0, 1],
      percent: true,
      curves: (Object.keys(verdictColours) as TaskVerdict[]).map((verdict) =>
        curve(runText.verdicts[verdict], verdictColours[verdict], (row) => row.verdicts[verdict]),
      ),
    }),
    line({ id: 'agent-kl', ...words.agentKl, curves: [curve(words.agentKl.y, AGENT, (row) => row.agentKl)] }),
    line({
      id: 'environment-kl',
      ...words.environmentKl,
      curves: [curve(words.environmentKl.y, ENVIRONMENT, (row) => row.environmentKl)],
    }),
    simple('loss', [
      curve(words.series.loss, INK, (row) => row.agentLoss),
      curve(words.series.gradNorm, AGENT, (row) => row.agentGradNorm),
    ]),
    ...(series.some(({ metrics }) => metrics.epochs.some((row) => row.oldTraceClip !== null))
      ? [
          line({
            id: 'old-traces',
            ...words.oldTraces,
            domain: [0, 1],
            percent: true,
            curves: [
              curve(words.series.clipped, BAD, (row) => row.oldTraceClip),
              curve(words.series.sampleSize, AGENT, (row) => row.oldTraceSampleSize),
            ],
          }),
        ]
      : []),
    ...(series.some(({ metrics }) => metrics.epochs.some((row) => row.wrongKeyShare !== null))
      ? [
          line({
            id: 'keys',
            ...words.keys,
            domain: [0, 1],
            percent: true,
            curves: [
              curve(words.series.wrongKeys, BAD, (row) => row.wrongKeyShare),
              curve(words.series.byWrongKeys, MUTED, (row) => row.wrongKeySuccess),
              curve(words.series.byRightKeys, GOOD, (row) => row.rightKeySuccess),
            ],
          }),
        ]
      : []),
    simple('lengths', [
      curve(words.series.response, AGENT, (row) => row.responseLength),
      curve(words.series.task, ENVIRONMENT, (row) => row.taskLength),
    ]),
    simple('diversity', [
      curve(words.series.windowTasks, ENVIRONMENT, (row) => row.windowTasks),
      curve(words.series.windowGoals, AGENT, (row) => row.windowGoals),
    ]),
    simple('pools', [
      curve(words.series.train, AGENT, (row) => row.trainSize),
      curve(words.series.environment, ENVIRONMENT, (row) => row.environmentSize),
    ]),
  ];
}

type WithoutLook<One> = One extends Curve ? Omit<One, 'name' | 'colour'> : never;

/** Not every step of a trainer's log has tasks of every family. */
const familiesOf = (series: readonly RunSeries[]): string[] => [
  ...new Set(
    series.flatMap(({ metrics: { heldOut, epochs } }) =>
      [...heldOut.map(({ byLevel }) => byLevel), ...epochs.map(({ levels }) => levels)].flatMap(Object.keys),
    ),
  ),
];

/** Returns charts by family: training and held-out success, and the success told to the environment. Empty for one family. */
function familyCharts(series: readonly RunSeries[], axis: Axis): ChartSpec[] {
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
    chart('family-held-out', words.byFamily.heldOut, (family) => ({
      rows: 'heldOut',
      value: ({ byLevel }) => (Object.hasOwn(byLevel, family) ? meanOrZero(byLevel[family]) : null),
    })),
    chart('family-success', words.byFamily.training, (family) => ({
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
    chart('family-recent', words.byFamily.recent, (family) => ({
      rows: 'epochs',
      value: ({ recentSuccess }) => ownValue(recentSuccess, family) ?? null,
    })),
  ].filter(({ points }) => points.length > 0);
}
