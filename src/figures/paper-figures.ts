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
import {
  amountScale,
  armCurves,
  armLegend,
  costScale,
  countRuns,
  curveColumns,
  curveFigure,
  curvesWithBands,
  missingArms,
  paperCurve,
  pointsWithIntervals,
  rowTitle,
  runsOfArms,
  successScale,
} from './marks.ts';
import { armColour, BAND, BASE, PAPER } from './colours.ts';
import { type Figure, provenanceOf, type Row } from './figure.ts';
import { AVERAGE, finalSuccess } from './table-1.ts';
import type { FigureWords } from './words.ts';

export function figure1(runs: readonly RunSummary[], words: FigureWords): Figure {
  const all = finalSuccess(runs, words);
  const average = all.filter(({ family }) => family === AVERAGE);
  const own = average.length > 0 ? average : all;
  const paper = Object.entries(FIGURE_1B).map(([arm, percent]) => ({
    arm,
    title: words.arm(arm),
    source: 'paper',
    family: 'BFCL validation',
    rollouts: null,
    n: 1,
    mean: percent / 100,
    standardError: null,
    low: null,
    high: null,
  }));
  const arms = [BASE, ...armsOf(runs)];
  const text = words.figure1({ counts: countRuns(runs) });
  const shortTitle = (arm: string): string => rowTitle(arm, words).replace('GenEnv-', '');
  return {
    id: 'figure-1',
    title: text.title,
    caption: text.caption,
    notes: missingArms(Object.keys(FIGURE_1B), arms, words),
    columns: ['source', 'family', 'arm', 'title', 'rollouts', 'n', 'mean', 'standardError', 'low', 'high'],
    rows: [...own.map((row) => ({ source: 'these runs', ...row })), ...paper],
    panels: [
      {
        title: text.own,
        options: {
          x: { label: null, domain: arms, tickFormat: shortTitle, tickRotate: -30 },
          marginBottom: 70,
          y: successScale(words.quantities['held-out success'].label),
          marks: pointsWithIntervals(own, 'arm', ({ arm }) => armColour(String(arm), arms)),
        },
      },
      {
        title: text.paper,
        options: {
          x: { label: null, domain: Object.keys(FIGURE_1B), tickFormat: shortTitle, tickRotate: -30 },
          marginBottom: 70,
          y: { label: text.paperScore, domain: [0.38, 0.48], grid: true, ticks: 5 },
          marks: [Plot.dot(paper, { x: 'arm', y: 'mean', fill: ({ arm }: { arm: string }) => armColour(arm), r: 4 })],
        },
      },
    ],
    legend: armLegend(arms, words),
    provenance: provenanceOf(runs),
  };
}

const PARTS = FIGURE_4_SCORES.length;

/** Returns the mean p̂ of each sixth of a run, or nothing if the run has fewer than six epochs. */
function scoreByParts({ epochs }: RunSummary): number[] {
  if (epochs.length < PARTS) return [];
  const border = (part: number) => Math.round((part * epochs.length) / PARTS);
  return Array.from({ length: PARTS }, (_, part) =>
    mean(epochs.slice(border(part), border(part + 1)).map(({ successRate }) => successRate)),
  );
}

function partRows(summaries: readonly RunSummary[], arm: string): Row[] {
  const runs = summaries.filter((summary) => summary.arm === arm).map(scoreByParts);
  const whole = runs.filter(({ length }) => length > 0);
  if (whole.length === 0) return [];
  return Array.from({ length: PARTS }, (_, part): Row => {
    const { n, mean: middle, interval } = estimate(whole.map((scores) => scores[part]));
    const [low, high] = [interval?.low ?? null, interval?.high ?? null];
    return { quantity: 'score by sixths', series: arm, epoch: part + 1, x: part + 1, n, mean: middle, low, high };
  });
}

export function figure4(runs: readonly RunSummary[], words: FigureWords, arm = 'genenv'): Figure {
  const arms = [arm];
  const own = runsOfArms(runs, arms);
  const text = words.figure4({ counts: countRuns(own), parts: PARTS });
  const common = curveFigure(own, arms, words, [
    ['reward', successScale],
    ['held-out success', successScale],
    ['responseLength', amountScale],
  ]);
  const parts = partRows(runs, arm);
  return {
    id: 'figure-4',
    title: text.title,
    caption: text.caption,
    notes: [...missingArms(['genenv'], arms, words), ...(parts.length === 0 ? [text.tooShort] : [])],
    ...common,
    rows: [...common.rows, ...parts],
    panels: [
      ...common.panels,
      {
        title: text.parts.title,
        options: {
          x: { label: text.parts.x, ticks: PARTS },
          y: successScale(text.parts.label),
          marks: [...paperCurve(byEpoch(FIGURE_4_SCORES)), ...curvesWithBands(parts, () => armColour(arm, arms))],
        },
      },
    ],
    legend: [...common.legend, { name: words.paper, colour: PAPER }],
  };
}

const sinceFirst = (values: readonly number[]) => byEpoch(values.map((value) => value / values[0] - 1));

/**
 * Draws the counterpart of figure 5: task length, response length and success over a run. The paper's lengths are drawn
 * as changes since the first epoch. The paper's caption says that tasks grow longer, but its numbers fall.
 */
export function figure5(runs: readonly RunSummary[], words: FigureWords, arm = 'genenv'): Figure {
  const arms = [arm];
  const own = runsOfArms(runs, arms);
  const { title, caption, paper } = words.figure5({ counts: countRuns(own) });
  const common = curveFigure(own, arms, words, [
    ['taskLength', amountScale],
    ['responseLength', amountScale],
    ['successRate', successScale],
  ]);
  return {
    id: 'figure-5',
    title,
    caption,
    notes: missingArms(['genenv'], arms, words),
    ...common,
    panels: [
      ...common.panels,
      {
        title: paper.title,
        options: {
          x: { label: paper.x, ticks: FIGURE_5_TASK_LENGTHS.length },
          y: { label: paper.label, tickFormat: '+.0%', grid: true },
          marks: [
            ...paperCurve(sinceFirst(FIGURE_5_TASK_LENGTHS)),
            ...paperCurve(sinceFirst(FIGURE_5_RESPONSE_LENGTHS), '4 3'),
          ],
        },
      },
    ],
    legend: [...common.legend, { name: words.paper, colour: PAPER }],
  };
}

const PANELS = [
  { code: 'adapting', arms: ['genenv', 'random', 'static'] },
  { code: 'offline', arms: ['genenv', 'random', 'offline', 'offline-2x', 'offline-4x'] },
] as const;

export function figure6(runs: readonly RunSummary[], words: FigureWords, axis: Axis = 'rollouts'): Figure {
  const text = words.figure6({ counts: countRuns(runs), axis });
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
    caption: text.caption,
    notes: missingArms(['genenv', 'random', 'static', 'offline-2x', 'offline-4x'], present, words),
    columns: curveColumns,
    rows,
    panels: panels.map(({ title, arms }) => ({
      title,
      options: {
        x: costScale(axis, words),
        y: successScale(words.quantities['held-out success'].label),
        marks: curvesWithBands(
          rows.filter(({ series }) => arms.includes(series)),
          (arm) => armColour(arm, present),
        ),
      },
    })),
    legend: armLegend(present, words),
    provenance: provenanceOf(runs),
  };
}

const [LOW, HIGH] = FIGURE_7_BAND;

/**
 * Draws the counterpart of figure 7: does the environment bring success into the band and hold it there? Held-out
 * success and task level are drawn too, because an arm may cross the band without learning.
 */
export function figure7(
  runs: readonly RunSummary[],
  words: FigureWords,
  arms: readonly string[] = ['genenv', 'random'],
): Figure {
  const present = armsOf(runs).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  const { title, caption, timeInBand } = words.figure7({ counts: countRuns(own), low: LOW, high: HIGH });
  const band = Plot.rect([{}], { y1: LOW, y2: HIGH, fill: BAND, fillOpacity: 0.35 });
  const shares = present.map((arm) => {
    const { mean, interval, n } = estimate(
      runs.filter((run) => run.arm === arm).map(({ epochs }) => shareInBand(epochs) ?? 0),
    );
    return timeInBand({ arm, share: mean, interval, n });
  });
  return {
    id: 'figure-7',
    title,
    caption,
    notes: [...shares, ...missingArms(['genenv', 'random'], present, words)],
    ...curveFigure(own, present, words, [
      ['successRate', successScale, [band]],
      ['held-out success', successScale],
      ['meanLevel', amountScale],
    ]),
  };
}

const SHARES = ['unsolvedShare', 'solvedShare', 'mixedShare'] as const;

export function figure8(
  runs: readonly RunSummary[],
  words: FigureWords,
  arms: readonly string[] = ['genenv', 'random'],
): Figure {
  const present = armsOf(runs).filter((arm) => arms.includes(arm));
  const own = runsOfArms(runs, present);
  return {
    id: 'figure-8',
    ...words.figure8({ counts: countRuns(own) }),
    notes: missingArms(['genenv', 'random'], present, words),
    ...curveFigure(
      own,
      present,
      words,
      SHARES.map((share) => [share, successScale] as const),
    ),
  };
}
