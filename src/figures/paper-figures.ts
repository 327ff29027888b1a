/** @file Draws counterparts of the paper's figures 1 and 4 to 8 from the runs of a sweep. */
import * as Plot from '@observablehq/plot';
import { mean } from 'simple-statistics';
import { armsOf } from '../analysis/comparison.ts';
import {
  byEpoch,
  FIGURE_1B,
  FIGURE_4_SCORES,
  FIGURE_5_RESPONSE_LENGTHS,
  FIGURE_5_TASK_LENGTHS,
  FIGURE_7_BAND,
  shareInBand,
} from '../analysis/results/family-results.ts';
import type { Axis, RunSummary } from '../analysis/run-summary.ts';
import { estimate } from '../analysis/statistics.ts';
import { armTitle, axes } from '../text/names.ts';
import {
  amountScale,
  armCurves,
  armLegend,
  costScale,
  curveFigure,
  type CurvePanel,
  curvePoint,
  curvesWithBands,
  paperCurve,
  pointsWithIntervals,
  runsOfArms,
  successScale,
} from './marks.ts';
import { armColour, BAND, BASE, PAPER } from './colours.ts';
import { type Figure, type Panel, provenanceOf, type Row } from './figure.ts';
import { AVERAGE, finalSuccess } from './table-1.ts';
import { axisNote, meanNote, missingArms, rowTitle, words } from './words.ts';

export function figure1(runs: readonly RunSummary[]): Figure {
  const all = finalSuccess(runs);
  const average = all.filter(({ family }) => family === AVERAGE);
  const own = average.length > 0 ? average : all;
  const paper = Object.entries(FIGURE_1B).map(([arm, percent]) => ({
    source: 'paper',
    family: 'BFCL validation',
    arm,
    title: armTitle(arm),
    rollouts: null,
    n: 1,
    mean: percent / 100,
    standardError: null,
    low: null,
    high: null,
  }));
  const arms = [BASE, ...armsOf(runs)];
  const text = words.figure1;
  const panel = (title: string, domain: string[], y: Plot.ScaleOptions, marks: Plot.Markish[]): Panel => {
    const tickFormat = (arm: string) => rowTitle(arm).replace('GenEnv-', '');
    return { title, options: { x: { label: null, domain, tickFormat, tickRotate: -30 }, marginBottom: 70, y, marks } };
  };
  return {
    id: 'figure-1',
    title: text.title,
    caption: text.caption({ mean: meanNote(runs) }),
    notes: missingArms(Object.keys(FIGURE_1B), arms),
    rows: [...own.map((row) => ({ source: 'these runs', ...row })), ...paper],
    panels: [
      panel(
        text.own,
        arms,
        successScale(),
        pointsWithIntervals(own, 'arm', ({ arm }) => armColour(String(arm), arms)),
      ),
      panel(
        text.paper,
        Object.keys(FIGURE_1B),
        { label: text.paperScore, domain: [0.38, 0.48], grid: true, ticks: 5 },
        [Plot.dot(paper, { x: 'arm', y: 'mean', fill: ({ arm }: { arm: string }) => armColour(arm), r: 4 })],
      ),
    ],
    legend: armLegend(arms),
    provenance: provenanceOf(runs),
  };
}

const PARTS = FIGURE_4_SCORES.length;

/** Returns the mean p̂ of each sixth of a run, or an empty list if the run has fewer than six epochs. */
function scoreByParts({ epochs }: RunSummary): number[] {
  if (epochs.length < PARTS) return [];
  const border = (part: number) => Math.round((part * epochs.length) / PARTS);
  return Array.from({ length: PARTS }, (_, part) =>
    mean(epochs.slice(border(part), border(part + 1)).map(({ successRate }) => successRate)),
  );
}

function partRows(runs: readonly RunSummary[], series: string): Row[] {
  const whole = runs.map(scoreByParts).filter(({ length }) => length > 0);
  if (whole.length === 0) return [];
  return Array.from({ length: PARTS }, (_, part) =>
    curvePoint(
      { quantity: 'score by sixths', series, epoch: part + 1, x: part + 1 },
      whole.map((scores) => scores[part]),
    ),
  );
}

/** Draws the curves of one arm, and a last panel with numbers of the paper. */
function besidePaper(
  about: Pick<Figure, 'id' | 'title' | 'caption'>,
  own: readonly RunSummary[],
  arm: string,
  panels: readonly CurvePanel[],
  last: Panel,
): Figure {
  const figure = curveFigure({ ...about, notes: missingArms(['genenv'], [arm]) }, own, [arm], panels);
  figure.panels.push(last);
  figure.legend.push({ name: words.paper, colour: PAPER });
  return figure;
}

export function figure4(runs: readonly RunSummary[], arm = 'genenv'): Figure {
  const own = runsOfArms(runs, [arm]);
  const { title, caption, parts: text, tooShort } = words.figure4;
  const parts = partRows(own, arm);
  const figure = besidePaper(
    { id: 'figure-4', title, caption: caption({ mean: meanNote(own) }) },
    own,
    arm,
    [
      ['reward', successScale],
      ['held-out success', successScale],
      ['responseLength', amountScale],
    ],
    {
      title: text.title,
      options: {
        x: { label: text.x, ticks: PARTS },
        y: successScale(text.label),
        marks: [...paperCurve(byEpoch(FIGURE_4_SCORES)), ...curvesWithBands(parts, () => armColour(arm, [arm]))],
      },
    },
  );
  figure.rows.push(...parts);
  if (parts.length === 0) figure.notes.push(tooShort({ parts: PARTS }));
  return figure;
}

const sinceFirst = (values: readonly number[]) => byEpoch(values.map((value) => value / values[0] - 1));

/**
 * Draws the counterpart of figure 5: task length, response length and success over a run. The paper's lengths are drawn
 * as changes since the first epoch. The paper's caption says that tasks grow longer, but its numbers fall.
 */
export function figure5(runs: readonly RunSummary[], arm = 'genenv'): Figure {
  const own = runsOfArms(runs, [arm]);
  const { title, caption, paper } = words.figure5;
  return besidePaper(
    { id: 'figure-5', title, caption: caption({ mean: meanNote(own) }) },
    own,
    arm,
    [
      ['taskLength', amountScale],
      ['responseLength', amountScale],
      ['successRate', successScale],
    ],
    {
      title: paper.title,
      options: {
        x: { label: axes.epoch.label, ticks: FIGURE_5_TASK_LENGTHS.length },
        y: { label: paper.label, tickFormat: '+.0%', grid: true },
        marks: [
          ...paperCurve(sinceFirst(FIGURE_5_TASK_LENGTHS)),
          ...paperCurve(sinceFirst(FIGURE_5_RESPONSE_LENGTHS), '4 3'),
        ],
      },
    },
  );
}

const PANELS = [
  { code: 'adapting', arms: ['genenv', 'random', 'static'] },
  { code: 'offline', arms: ['genenv', 'random', 'offline', 'offline-2x', 'offline-4x'] },
] as const;

export function figure6(runs: readonly RunSummary[], axis: Axis = 'rollouts'): Figure {
  const text = words.figure6;
  const present = armsOf(runs);
  const rows = armCurves(runs, 'held-out success', axis);
  const named = new Set<string>(PANELS.flatMap(({ arms }) => arms));
  const others = present.filter((arm) => !named.has(arm));
  const panels: { title: string; arms: readonly string[] }[] = [
    ...PANELS.map(({ code, arms }) => ({ title: text.panels[code], arms })),
    ...(others.length > 0 ? [{ title: text.panels.others, arms: ['genenv', ...others] }] : []),
  ];
  return {
    id: 'figure-6',
    title: text.title,
    caption: text.caption({ mean: meanNote(runs), axisNote: axisNote(axis) }),
    notes: missingArms(['genenv', 'random', 'static', 'offline-2x', 'offline-4x'], present),
    rows,
    panels: panels.map(({ title, arms }) => ({
      title,
      options: {
        x: costScale(axis),
        y: successScale(),
        marks: curvesWithBands(
          rows.filter(({ series }) => arms.includes(String(series))),
          (arm) => armColour(arm, present),
        ),
      },
    })),
    legend: armLegend(present),
    provenance: provenanceOf(runs),
  };
}

const [LOW, HIGH] = FIGURE_7_BAND;
const PAIR = ['genenv', 'random'];
const percent = (share: number): string => `${Math.round(100 * share)}%`;

/**
 * Draws the counterpart of figure 7: whether the environment brings success into the band and holds it there. Held-out
 * success and task level are drawn too, because an arm may cross the band without learning.
 */
export function figure7(runs: readonly RunSummary[], arms: readonly string[] = PAIR): Figure {
  const present = armsOf(runs).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  const { title, caption, timeInBand } = words.figure7;
  const band = Plot.rect([{}], { y1: LOW, y2: HIGH, fill: BAND, fillOpacity: 0.35 });
  const shares = present.map((arm) => {
    const { mean, interval, n } = estimate(runsOfArms(runs, [arm]).map(({ epochs }) => shareInBand(epochs) ?? 0));
    const range = interval ? ` [${percent(interval.low)}, ${percent(interval.high)}]` : '';
    return timeInBand({ arm: armTitle(arm), share: percent(mean), range, n });
  });
  return curveFigure(
    {
      id: 'figure-7',
      title,
      caption: caption({ mean: meanNote(own), low: LOW, high: HIGH }),
      notes: [...shares, ...missingArms(PAIR, present)],
    },
    own,
    present,
    [
      ['successRate', successScale, [band]],
      ['held-out success', successScale],
      ['meanLevel', amountScale],
    ],
  );
}

export function figure8(runs: readonly RunSummary[], arms: readonly string[] = PAIR): Figure {
  const present = armsOf(runs).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  const { title, caption } = words.figure8;
  return curveFigure(
    { id: 'figure-8', title, caption: caption({ mean: meanNote(own) }), notes: missingArms(PAIR, present) },
    own,
    present,
    [
      ['unsolvedShare', successScale],
      ['solvedShare', successScale],
      ['mixedShare', successScale],
    ],
  );
}
