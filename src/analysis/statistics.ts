/**
 * @file Computes statistics of a few seeds: mean, standard error, paired differences and bootstrap intervals. Intervals
 * do not depend on the clock, on hidden randomness or on the order of seeds.
 *
 * A percentile bootstrap of few values is too narrow: by the factor √((n − 1)/n), and because it uses normal instead of
 * Student tails. Moving the percentiles outwards corrects both (the "expanded percentile" interval; Hesterberg, "What
 * teachers should know about the bootstrap", The American Statistician 69 (2015), §4.2).
 */
import { cumulativeStdNormalProbability, mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics';
import { studentQuantile } from '../common/mean.ts';
import { memoised } from '../common/once.ts';
import { RandomStream } from '../random/random-stream.ts';
import { streams } from '../random/streams.ts';

export interface CurvePoint {
  x: number;
  y: number;
}

/** Points in ascending x, joined by straight lines. */
export type Curve = readonly CurvePoint[];

/** Returns the x of the first measured point at or above the threshold. Null if there is none. */
export const reaches = (curve: Curve, threshold: number): number | null =>
  curve.find(({ y }) => y >= threshold)?.x ?? null;

/** Returns the linearly interpolated value at x. Null outside of the curve. */
export function valueAt(curve: Curve, x: number): number | null {
  const after = curve.findIndex((point) => point.x >= x);
  if (after < 0) return null;
  const right = curve[after];
  if (right.x === x) return right.y;
  if (after === 0) return null;
  const left = curve[after - 1];
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x);
}

/** Costs that differ by at most this share count as equal, because runs of equal length differ by some attempts. */
const NEAR = 0.02;

/** Returns true if a measurement at this cost counts as made within the budget. */
export const isWithin = (cost: number, budget: number): boolean => cost <= budget * (1 + NEAR);

/**
 * Returns the curve at a budget: the measured value if a point is near, else an interpolated value. Null outside of the
 * curve. Taking the last point before the budget would be unfair, because runs are evaluated at different costs.
 */
export function valueNear(curve: Curve, budget: number): number | null {
  const distance = ({ x }: CurvePoint) => Math.abs(x - budget);
  const near = curve.filter((point) => distance(point) <= budget * NEAR);
  const nearest = near.toSorted((a, b) => distance(a) - distance(b)).at(0);
  return nearest ? nearest.y : valueAt(curve, budget);
}

/** Returns the largest x that all curves reach. Null without curves, or if one has no point. */
export function commonEnd(curves: readonly Curve[]): number | null {
  const ends = curves.map((curve) => curve.at(-1)?.x);
  return ends.length === 0 || ends.some((end) => end === undefined) ? null : Math.min(...(ends as number[]));
}

/** Returns the part of the curve between two x, with interpolated ends. */
export function clipped(curve: Curve, from: number, to: number): CurvePoint[] {
  const inside = curve.filter(({ x }) => x > from && x < to);
  const end = (x: number): CurvePoint[] => {
    const y = valueAt(curve, x);
    return y === null ? [] : [{ x, y }];
  };
  return [...end(from), ...inside, ...(to > from ? end(to) : [])];
}

/** Returns the mean height: ∫ y dx by the trapezoid rule, divided by the length. Null for fewer than two points. */
export function areaUnderCurve(curve: Curve): number | null {
  const length = curve.length < 2 ? 0 : curve[curve.length - 1].x - curve[0].x;
  if (length <= 0) return null;
  let area = 0;
  for (let i = 1; i < curve.length; i++) area += ((curve[i].y + curve[i - 1].y) / 2) * (curve[i].x - curve[i - 1].x);
  return area / length;
}

export type ComparedCurve = 'success' | 'heldOut' | 'level' | 'mixed';

/** Nominal coverage of intervals. */
export const LEVEL = 0.95;

/** Returns how often the range of n values holds the median, 1 − 2·2⁻ⁿ. No interval between them covers more. */
export const bestCoverage = (n: number): number => 1 - 2 ** (1 - n);

/** Coverage may be this much below the nominal level. */
const COVERAGE_SLACK = 0.02;

/**
 * Returns true if an interval between n values covers nearly its nominal level. At .95, five runs suffice (.94) and
 * four do not (.88). Two seeds that happen to agree have an interval of width 0, which shows nothing.
 */
export const enoughRuns = (n: number): boolean => bestCoverage(n) >= LEVEL - COVERAGE_SLACK;

interface Interval {
  low: number;
  high: number;
}

/** Estimate of a quantity from n independent seeds. */
export interface Estimate {
  n: number;
  mean: number;
  /** Standard deviation (ddof 1) over √n. Null for a single value. */
  standardError: number | null;
  /** Interval of the mean. Null for a single value. */
  interval: Interval | null;
}

interface BootstrapOptions {
  resamples?: number;
  /** Seed of the resampling. */
  seed?: number;
}

/** Sorts the values, so that sums and resamples do not depend on the order of runs. */
const inOrder = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Returns the standard error of the mean, s/√n with ddof 1, or null if n < 2. */
export const standardError = (values: readonly number[]): number | null =>
  values.length < 2 ? null : sampleStandardDeviation([...values]) / Math.sqrt(values.length);

/** Returns drawn indices, [pairs of resamples][values]. Cached, because tables ask for few sizes hundreds of times. */
const resampleIndices = memoised((n: number, pairs: number, seed: number): Uint32Array => {
  const indices = new Uint32Array(pairs * n);
  for (let pair = 0; pair < pairs; pair++) {
    const random = new RandomStream(seed, streams.bootstrap, pair);
    for (let i = 0; i < n; i++) indices[pair * n + i] = random.integer(n);
  }
  return indices;
});

/**
 * Returns the bootstrap interval of the mean. Needs at least two values. Resamples are drawn in mirrored pairs: an index
 * counted from one end, and the same index from the other end. So the interval of b − a mirrors the interval of a − b.
 */
export function bootstrapInterval(
  values: readonly number[],
  { resamples = 2000, seed = 1 }: BootstrapOptions = {},
): Interval {
  const own = inOrder(values);
  const n = own.length;
  if (n < 2)
    throw new RangeError(`An interval needs at least two independent values, but there is ${n}. Run more seeds.`);
  const indices = resampleIndices(n, Math.ceil(resamples / 2), seed);
  const resampled = new Array<number>(n).fill(0);
  const drawn = Float64Array.from({ length: resamples }, (_, resample) => {
    const isMirrored = resample % 2 === 1;
    const first = (resample >> 1) * n;
    for (let i = 0; i < n; i++) {
      const index = indices[first + i];
      resampled[i] = own[isMirrored ? n - 1 - index : index];
    }
    return mean(resampled);
  });
  const sorted = [...drawn.sort()];
  const expansion = Math.sqrt(n / (n - 1)) * studentQuantile((1 + LEVEL) / 2, n - 1);
  const tail = Math.max(0, cumulativeStdNormalProbability(-expansion));
  return { low: quantileSorted(sorted, tail), high: quantileSorted(sorted, 1 - tail) };
}

export function estimate(values: readonly number[]): Estimate {
  if (values.length === 0) throw new RangeError('There is nothing to take a mean of: no run has this value.');
  const sorted = inOrder(values);
  return {
    n: sorted.length,
    mean: mean(sorted),
    standardError: standardError(sorted),
    interval: sorted.length < 2 ? null : bootstrapInterval(sorted),
  };
}

/** Turns the estimate of a − b into the estimate of b − a. */
export const negative = ({ interval: of, ...estimated }: Estimate): Estimate => ({
  ...estimated,
  mean: -estimated.mean,
  interval: of && { low: -of.high, high: -of.low },
});

/**
 * Returns a − b for each key that both have, in the order of `a`, e.g. two arms on one seed and model pair. Shared
 * effects of seeds and models cancel, so fewer runs are needed.
 */
export const pairedDifferences = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number[] =>
  [...a].flatMap(([key, value]) => (b.has(key) ? [value - b.get(key)!] : []));
