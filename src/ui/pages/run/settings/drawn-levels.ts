/** @file Computes the bars after a stroke, and the shares of levels asked for and written. */
import type { WrittenLevels } from '../../../../genenv/log/events.ts';
import { clamp } from '../../../../common/clamp.ts';
import { meanOrZero } from '../../../../common/mean.ts';

const HIGHEST = 100;
const STEP = 5;
export const HEIGHTS = Array.from({ length: HIGHEST / STEP + 1 }, (_, i) => STEP * i);

/** Point in the plot. */
export interface Stroke {
  /** Columns from the left edge of level 1, which is 0. */
  x: number;
  /** 0 at the bottom and 1 at the top. */
  y: number;
}

/** Returns one bar per level from weights. Scales typed weights and rounds them to possible heights. */
export function barsOf(weights: readonly number[], levels: number): number[] {
  const isDrawn = weights.every((weight) => HEIGHTS.includes(weight));
  const scale = isDrawn ? 1 : HIGHEST / Math.max(...weights);
  return Array.from({ length: levels }, (_, i) => STEP * Math.round(((weights[i] ?? 0) * scale) / STEP));
}

/** Returns the bars as weights, without zeros at the end. Empty if all bars are 0. */
export const weightsOf = (bars: readonly number[]): number[] => bars.slice(0, bars.findLastIndex((bar) => bar > 0) + 1);

/** Returns the bars after a stroke, which also sets every bar between its ends. */
export function painted(bars: readonly number[], from: Stroke, to: Stroke): number[] {
  const within = (x: number) => clamp(Math.floor(x), 0, bars.length - 1);
  const [first, last] = [within(from.x), within(to.x)];
  return bars.map((bar, i) => {
    if (i < Math.min(first, last) || i > Math.max(first, last)) return bar;
    const part = first === last ? 1 : (i - first) / (last - first);
    const y = clamp(from.y + part * (to.y - from.y), 0, 1);
    return STEP * Math.round((y * HIGHEST) / STEP);
  });
}

/** Returns the share of each level that the bars ask for (mean over families). `levels` counts each family's levels. */
export const askedShares = (bars: readonly number[], levels: readonly number[]): number[] =>
  meanShares(
    levels.map((count) => bars.slice(0, count)),
    bars.length,
  );

/** Returns the share of each level among valid tasks, as a mean over families. */
export const writtenShares = (written: Readonly<Record<string, WrittenLevels>>, levels: number): number[] =>
  meanShares(
    Object.values(written).map((one) => one.levels),
    levels,
  );

function meanShares(counts: readonly (readonly number[])[], levels: number): number[] {
  const sums = counts.map((own) => own.reduce((sum, count) => sum + count, 0));
  return Array.from({ length: levels }, (_, i) =>
    meanOrZero(counts.flatMap((own, family) => (sums[family] > 0 ? [(own[i] ?? 0) / sums[family]] : []))),
  );
}
