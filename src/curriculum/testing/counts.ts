/** @file Success counts for tests: random counts, and all counts on or next to a boundary of the filter. */
import type { RandomStream } from '../../random/random-stream.ts';

export interface Count {
  k: number;
  n: number;
}

/** Random counts with n up to `largest`; for each n, every k is equally likely. */
export const randomCounts = (random: RandomStream, size: number, largest: number): Count[] =>
  Array.from({ length: size }, () => {
    const n = 1 + random.integer(largest);
    return { k: random.integer(n + 1), n };
  });

/** Every count nearest to the rates α ± k_min, for every n up to `largest`. */
export function boundaryCounts(alpha: number, kMin: number, largest: number): Count[] {
  const counts: Count[] = [];
  for (let n = 1; n <= largest; n++)
    for (const rate of [alpha - kMin, alpha + kMin])
      for (const k of [Math.floor(rate * n) - 1, Math.floor(rate * n), Math.ceil(rate * n), Math.ceil(rate * n) + 1])
        if (k >= 0 && k <= n) counts.push({ k, n });
  return counts;
}

/** The counts as [T, 2], as the ops read them. */
export const packedCounts = (counts: readonly Count[]): Uint32Array<ArrayBuffer> =>
  Uint32Array.from(counts.flatMap(({ k, n }) => [k, n]));
