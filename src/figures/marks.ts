/**
 * @file The common looks of figures: one colour per arm in all of them, curves with their interval, points
 * with theirs.
 */
import * as Plot from '@observablehq/plot';
import type { ComparedArm } from '../analysis/arm-variants.ts';
import type { Axis } from '../analysis/axes.ts';
import type { Row } from './figure.ts';
import type { FigureWords } from './words.ts';

export const INK = '#1b1b1f';
export const MUTED = '#5c5c66';
export const BAND = '#f0e442';
export const PAPER = '#8a8a94';

/** The starting model, as a row beside the arms. */
export const BASE = 'base';
export const rowTitle = (arm: string, words: FigureWords): string => (arm === BASE ? words.base : words.arm(arm));

/** Okabe and Ito's palette, then Tol's: people who see red and green as the same colour can tell them apart too. */
const ARM_COLOURS = {
  genenv: '#0072b2',
  random: '#d55e00',
  static: '#009e73',
  'offline-2x': '#cc79a7',
  'offline-4x': '#e69f00',
  'base-data': '#56b4e9',
  offline: '#7a7a00',
  [BASE]: '#444444',
  'r-zero': '#882255',
  'absolute-zero': '#332288',
  'level-rule': '#117733',
  'level-replay': '#aa4499',
  mopps: '#a0522d',
  'balanced-filter': '#5f6f00',
} as const satisfies Record<ComparedArm | typeof BASE, string>;
/** All of them, for curves that are not of arms. */
export const PALETTE = Object.values(ARM_COLOURS);

/** The colours on white paper. */
export type FigureColour = (typeof PALETTE)[number] | typeof INK | typeof MUTED | typeof BAND | typeof PAPER;

const isKnown = (arm: string): arm is keyof typeof ARM_COLOURS => Object.hasOwn(ARM_COLOURS, arm);

/** The colour of an arm: always the same one for those of this program; for others one that no arm beside them has. */
export function armColour(arm: string, beside: readonly string[] = []): string {
  if (isKnown(arm)) return ARM_COLOURS[arm];
  const taken = new Set(beside.filter(isKnown).map((known) => ARM_COLOURS[known]));
  const free = PALETTE.filter((colour) => !taken.has(colour));
  return free[beside.filter((other) => !isKnown(other)).indexOf(arm) % free.length];
}

/** A colour for something that is not an arm, by its place in its list. */
export const paletteColour = (place: number): string => PALETTE[place % PALETTE.length];

export const armLegend = (arms: readonly string[], words: FigureWords) =>
  arms.map((arm) => ({ name: rowTitle(arm, words), colour: armColour(arm, arms) }));

/** Says which arms a figure compares in the paper and these runs do not have; nothing where none is missing. */
export function missingArms(expected: readonly string[], present: readonly string[], words: FigureWords): string[] {
  const missing = expected.filter((arm) => !present.includes(arm));
  return missing.length === 0 ? [] : [words.missingArms(missing)];
}

/** Curves of `mean` over `x`, one per `series`, with the band from `low` to `high`; colours by `colour`. */
export const curvesWithBands = (rows: readonly Row[], colour: (series: string) => string): Plot.Markish[] => {
  const stroke = (row: Row) => colour(String(row.series));
  return [
    Plot.areaY(
      rows.filter(({ low }) => low !== null),
      { x: 'x', y1: 'low', y2: 'high', z: 'series', fill: stroke, fillOpacity: 0.16 },
    ),
    Plot.lineY(rows, { x: 'x', y: 'mean', z: 'series', stroke, strokeWidth: 1.8 }),
  ];
};

/** Points of `mean` with the interval from `low` to `high`. */
export const pointsWithIntervals = (
  rows: readonly Row[],
  x: string,
  colour: (row: Row) => string,
  facet: Plot.MarkOptions = {},
): Plot.Markish[] => [
  Plot.ruleX(
    rows.filter(({ low }) => low !== null),
    { x, y1: 'low', y2: 'high', stroke: colour, strokeWidth: 2, ...facet },
  ),
  Plot.dot(rows, { x, y: 'mean', fill: colour, r: 4, ...facet }),
];

/** Numbers of the paper, per epoch. Points are marks of their own: Plot's line markers are numbered across all drawings. */
export const paperCurve = (points: readonly { epoch: number; value: number }[], dash?: string): Plot.Markish[] => [
  Plot.lineY(points, { x: 'epoch', y: 'value', stroke: PAPER, strokeDasharray: dash }),
  Plot.dot(points, { x: 'epoch', y: 'value', fill: PAPER, r: 2.5 }),
];

/** The scale of an axis of learning, from 0 on. */
export const costScale = (axis: Axis, { axes }: FigureWords): Plot.ScaleOptions => ({
  label: axes[axis].label,
  zero: true,
  ticks: 5,
  ...(axis === 'epoch' ? {} : { tickFormat: 's' }),
});

/** Success rates: always the whole range, so that figures compare. */
export const successScale = (label: string): Plot.ScaleOptions => ({ label, domain: [0, 1], grid: true, ticks: 5 });
export const amountScale = (label: string): Plot.ScaleOptions => ({
  label,
  zero: true,
  nice: true,
  grid: true,
  ticks: 5,
});
