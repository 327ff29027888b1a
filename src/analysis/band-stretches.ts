/** @file The band of the difficulty filter over a run, for drawing under its success rates. */
import type { EpochMetrics } from './metrics.ts';

/** Success rates from `low` to `high` teach the environment between two places on the horizontal axis. */
export interface BandStretch {
  left: number;
  right: number;
  low: number;
  high: number;
}

/** The band of every epoch from the end of the epoch before to its own end; epochs with the same band share a stretch. */
export function bandStretches(
  epochs: readonly EpochMetrics[],
  placeOf: (row: EpochMetrics) => number,
  start: number,
): BandStretch[] {
  const stretches: BandStretch[] = [];
  for (const row of epochs) {
    const last = stretches.at(-1);
    const low = Math.max(0, row.bandLow);
    const high = Math.min(1, row.bandHigh);
    const right = placeOf(row);
    if (last?.low === low && last.high === high) last.right = right;
    else stretches.push({ left: last?.right ?? start, right, low, high });
  }
  return stretches;
}
