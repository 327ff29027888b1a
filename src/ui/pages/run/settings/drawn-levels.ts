/** @file Computes the bars of the start levels, and the shares of levels that bars ask for and that a run wrote. */
import type { WrittenLevels } from '../../../../genenv/log/events.ts';
import { meanOrZero } from '../../../../common/mean.ts';

export const HIGHEST = 100;
export const STEP = 5;

/** Returns the height of each level's bar. Typed weights are scaled and rounded to heights that a slider can have. */
export function barsOf(weights: readonly number[], levels: number): number[] {
  const isDrawn = weights.every((weight) => weight % STEP === 0 && weight <= HIGHEST);
  const scale = isDrawn ? 1 : HIGHEST / Math.max(...weights);
  return Array.from({ length: levels }, (_, i) => STEP * Math.round(((weights[i] ?? 0) * scale) / STEP));
}

/** Returns the bars as weights, without zeros at the end. */
export const weightsOf = (bars: readonly number[]): number[] => bars.slice(0, bars.findLastIndex((bar) => bar > 0) + 1);

/** Returns each level's share in the bars, averaged over families. @param levels number of levels of each family */
export const askedShares = (bars: readonly number[], levels: readonly number[]): number[] =>
  meanShares(
    levels.map((count) => bars.slice(0, count)),
    bars.length,
  );

/** Returns the share of each level among valid written tasks, as a mean over families. */
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
