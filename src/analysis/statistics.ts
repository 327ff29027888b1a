/**
 * @file What a handful of seeds can say: mean, standard error, paired differences, and bootstrap intervals that do not
 * depend on a clock or on hidden randomness.
 *
 * A percentile bootstrap of few values is too narrow, by the factor √((n − 1)/n) and by using normal instead of Student
 * tails. Its percentiles are moved outwards for both (the "expanded percentile" interval; Hesterberg, "What teachers
 * should know about the bootstrap", The American Statistician 69 (2015), §4.2).
 */
import {
  bisect,
  cumulativeStdNormalProbability,
  mean,
  quantileSorted,
  sampleStandardDeviation,
} from 'simple-statistics';
import { RandomStream } from '../random/random-stream.ts';

export interface Interval {
  /** Nominal coverage, e.g. .95. */
  level: number;
  low: number;
  high: number;
}

/** A quantity over n independent seeds. */
export interface Estimate {
  n: number;
  mean: number;
  /** Standard deviation (ddof 1) over √n; null of a single value. */
  standardError: number | null;
  /** Of the mean; null of a single value. */
  interval: Interval | null;
}

export interface BootstrapOptions {
  level?: number;
  resamples?: number;
  /** Names the random numbers of the resamples. */
  seed?: number;
}

/** Bootstrap draws share no number with a run: their stream is none of genenv/random-streams.ts. */
const BOOTSTRAP_STREAM = 0xb007;

/**
 * The most an interval between values of n seeds can cover: their range holds the median with probability 1 − 2·2⁻ⁿ,
 * which is .75 of 3 and .94 of 5.
 */
export const bestCoverage = (n: number): number => 1 - 2 ** (1 - n);

/** Standard error of the mean: s/√n with ddof 1; null where n < 2. */
export const standardError = (values: readonly number[]): number | null =>
  values.length < 2 ? null : sampleStandardDeviation([...values]) / Math.sqrt(values.length);

/**
 * The quantile of Student's t distribution with a whole number of degrees of freedom.
 * Its distribution function is a finite sum in θ = atan(t/√ν) (Abramowitz & Stegun 26.7.3 and 26.7.4).
 * @param probability between .5 and 1
 */
export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  const nu = degreesOfFreedom;
  const twoSided = 2 * probability - 1;
  const below = (theta: number): number => {
    const [sine, cosine] = [Math.sin(theta), Math.cos(theta)];
    const odd = nu % 2 === 1;
    let term = odd ? cosine : 1;
    let sum = nu === 1 ? 0 : term;
    for (let j = odd ? 3 : 2; j <= nu - 2; j += 2) {
      term *= (cosine * cosine * (j - 1)) / j;
      sum += term;
    }
    return (odd ? (2 / Math.PI) * (theta + sine * sum) : sine * sum) - twoSided;
  };
  return Math.sqrt(nu) * Math.tan(bisect(below, 0, Math.PI / 2, 200, 1e-14));
}

/**
 * Interval of the mean by resampling the values with replacement.
 * @param values of independent seeds, at least two
 * @throws RangeError of fewer
 */
export function bootstrapInterval(
  values: readonly number[],
  { level = 0.95, resamples = 2000, seed = 1 }: BootstrapOptions = {},
): Interval {
  const n = values.length;
  if (n < 2)
    throw new RangeError(`An interval needs at least two independent values, but there is ${n}. Run more seeds.`);
  const means = Array.from({ length: resamples }, (_, resample) => {
    const random = new RandomStream(seed, BOOTSTRAP_STREAM, resample);
    return mean(Array.from(values, () => values[random.integer(n)]));
  }).sort((a, b) => a - b);
  const expansion = Math.sqrt(n / (n - 1)) * studentQuantile((1 + level) / 2, n - 1);
  const tail = Math.max(0, cumulativeStdNormalProbability(-expansion));
  return { level, low: quantileSorted(means, tail), high: quantileSorted(means, 1 - tail) };
}

/** @throws RangeError of no values */
export function estimate(values: readonly number[], options: BootstrapOptions = {}): Estimate {
  if (values.length === 0) throw new RangeError('There is nothing to take a mean of: no run has this value.');
  return {
    n: values.length,
    mean: mean([...values]),
    standardError: standardError(values),
    interval: values.length < 2 ? null : bootstrapInterval(values, options),
  };
}

/**
 * a − b where both have a value, e.g. two arms on the same seed and the same models, in the order of `a`.
 * What seeds and models share cancels, so that fewer of them are needed.
 */
export const pairedDifferences = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number[] =>
  [...a].flatMap(([key, value]) => (b.has(key) ? [value - b.get(key)!] : []));
