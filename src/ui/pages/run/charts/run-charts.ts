/** @file Defines the charts of a run in reading order: the texts, curves and numbers of each chart. */
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
import { updates } from '../../../../text/later.ts';
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

/** Returns a mark for the band of each epoch's difficulty filter. */
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

const UNIT: [number, number] = [0, 1];
const SHARES = { domain: UNIT, percent: true };
const share = { about: '', ...SHARES };
/** Returns the charts in which several runs can share the axes. A constant would fix their language at load time. */
const overlaid = (): Record<ComparedCurve, Omit<LineChart, 'curves' | 'id'> & { curve: Curve }> => ({
  success: { ...share, title: words.success.y, y: words.success.y, curve: trainingSuccess('', AGENT) },
  heldOut: { ...share, title: words.heldOutAlone, y: words.heldOutSuccess.y, curve: heldOutSuccess() },
  level: { ...words.levels, about: '', curve: meanLevel() },
  mixed: { ...share, title: words.mixedAlone, y: words.groups.y, curve: curve('', AGENT, (row) => row.mixedShare) },
});

/** Returns a chart over epochs for each curve. Each run has its own colour. */
export const comparedCharts = (
  series: readonly (RunSeries & { colour: string })[],
  curves: readonly ComparedCurve[],
): ChartSpec[] => curves.map((name) => overlaidChart(series, { id: `over-${name}`, ...overlaid()[name] }));

const verdictColours: Record<TaskVerdict, string> = {
  valid: GOOD,
  unparseable: BAD,
  unsolvable: AGENT,
  trivial: MUTED,
  ambiguous: ENVIRONMENT,
};

/** Charts that are left out if no series has numbers for them. Most runs have none. */
const SPECIAL = ['family-held-out', 'family-success', 'family-recent', 'keys'];

/** Returns the charts. The first series is the run on the page, and a second one is drawn dashed for comparison. */
export function runCharts(series: readonly RunSeries[], axis: Axis): ChartSpec[] {
  const line = (
    id: string,
    about: Pick<LineChart, 'title' | 'about' | 'y'>,
    curves: Curve[],
    more?: Pick<LineChart, 'domain' | 'percent' | 'under' | 'keys'>,
  ) => lineChart(series, axis, { id, ...about, curves, ...more });
  const charts = [
    line('success', words.success, [trainingSuccess(words.series.successRate, AGENT)], {
      domain: UNIT,
      under: [band(series, axis)],
      keys: [{ name: words.band, colour: BAND }],
    }),
    line('held-out', words.heldOutSuccess, [heldOutSuccess(), trainingSuccess(words.training, AGENT)], SHARES),
    line('family-held-out', words.byFamily.heldOut, byFamily(series, familyHeldOut), SHARES),
    line('family-success', words.byFamily.training, byFamily(series, familySuccess), { domain: UNIT }),
    line('family-recent', words.byFamily.recent, byFamily(series, familyRecent), SHARES),
    line('levels', words.levels, [meanLevel()]),
    line(
      'environment-reward',
      words.environmentReward,
      [curve(words.environmentReward.y, ENVIRONMENT, (row) => (isRewarded(row) ? row.environmentReward : null))],
      { domain: UNIT },
    ),
    line('reward', words.reward, [curve(words.reward.y, AGENT, (row) => (isRewarded(row) ? row.reward : null))], {
      domain: UNIT,
    }),
    line(
      'groups',
      words.groups,
      [
        curve(updates.groups.mixed, AGENT, (row) => row.mixedShare),
        curve(updates.groups.solved, GOOD, (row) => row.solvedShare),
        curve(updates.groups.unsolved, BAD, (row) => row.unsolvedShare),
      ],
      SHARES,
    ),
    line(
      'validity',
      words.validity,
      (Object.keys(verdictColours) as TaskVerdict[]).map((verdict) =>
        curve(runText.verdicts[verdict], verdictColours[verdict], (row) => row.verdicts[verdict]),
      ),
      SHARES,
    ),
    line('agent-kl', words.agentKl, [curve(words.agentKl.y, AGENT, (row) => row.agentKl)]),
    line('environment-kl', words.environmentKl, [
      curve(words.environmentKl.y, ENVIRONMENT, (row) => row.environmentKl),
    ]),
    line('loss', words.loss, [
      curve(words.series.loss, INK, (row) => row.agentLoss),
      curve(words.series.gradNorm, AGENT, (row) => row.agentGradNorm),
    ]),
    line(
      'keys',
      words.keys,
      [
        curve(words.series.wrongKeys, BAD, (row) => row.wrongKeyShare),
        curve(words.series.byWrongKeys, MUTED, (row) => row.wrongKeySuccess),
        curve(words.series.byRightKeys, GOOD, (row) => row.rightKeySuccess),
      ],
      SHARES,
    ),
    line('lengths', words.lengths, [
      curve(words.series.response, AGENT, (row) => row.responseLength),
      curve(words.series.task, ENVIRONMENT, (row) => row.taskLength),
    ]),
    line('diversity', words.diversity, [
      curve(words.series.windowTasks, ENVIRONMENT, (row) => row.windowTasks),
      curve(words.series.windowGoals, AGENT, (row) => row.windowGoals),
    ]),
    line('pools', words.pools, [
      curve(words.series.train, AGENT, (row) => row.trainSize),
      curve(words.series.environment, ENVIRONMENT, (row) => row.environmentSize),
    ]),
  ];
  return charts.filter(({ id, points }) => points.length > 0 || !SPECIAL.includes(id));
}

type WithoutLook<One> = One extends Curve ? Omit<One, 'name' | 'colour'> : never;

/** Returns a curve for each family, or none if there is only one family. A family may lack tasks in some epochs. */
function byFamily(series: readonly RunSeries[], curveOf: (family: string) => WithoutLook<Curve>): Curve[] {
  const families = new Set(
    series.flatMap(({ metrics: { heldOut, epochs } }) =>
      [...heldOut.map(({ byLevel }) => byLevel), ...epochs.map(({ levels }) => levels)].flatMap(Object.keys),
    ),
  );
  if (families.size < 2) return [];
  return [...families].map((family, i) => ({
    name: familyTitle(family),
    colour: onEitherTheme(PALETTE[i % PALETTE.length]),
    ...curveOf(family),
  }));
}

const familyHeldOut = (family: string): WithoutLook<Curve> => ({
  rows: 'heldOut',
  value: ({ byLevel }) => (Object.hasOwn(byLevel, family) ? meanOrZero(byLevel[family]) : null),
});

const familySuccess = (family: string): WithoutLook<Curve> => ({
  rows: 'epochs',
  value: ({ successByFamily }) => {
    const count = ownValue(successByFamily, family);
    return count?.n ? successRate(count) : null;
  },
  detail: ({ successByFamily }) => {
    const count = ownValue(successByFamily, family);
    return count ? runText.loop.solved({ k: formatCount(count.k), n: formatCount(count.n) }) : '';
  },
});

/** Returns the curve of a family's recent success, which the environment's contexts state. */
const familyRecent = (family: string): WithoutLook<Curve> => ({
  rows: 'epochs',
  value: ({ recentSuccess }) => ownValue(recentSuccess, family) ?? null,
});
