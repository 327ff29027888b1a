/**
 * @file What a few seeds can say: mean, standard error, paired differences, and bootstrap intervals that do not
 * depend on a clock or on hidden randomness.
 *
 * A percentile bootstrap of few values is too narrow, by the factor √((n − 1)/n) and by using normal instead of Student
 * tails. Its percentiles are moved outwards for both (the "expanded percentile" interval; Hesterberg, "What teachers
 * should know about the bootstrap", The American Statistician 69 (2015), §4.2).
 */
import jstat from 'jstat';
import { cumulativeStdNormalProbability, mean, quantileSorted, sampleStandardDeviation } from 'simple-statistics';
import { RandomStream } from '../random/random-stream.ts';
import { DEFAULT_LEVEL } from './enough-runs.ts';

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

/** Bootstrap draws share no number with a run: their stream is none of random/streams.ts. */
const BOOTSTRAP_STREAM = 0xb007;

/** Standard error of the mean: s/√n with ddof 1; null where n < 2. */
export const standardError = (values: readonly number[]): number | null =>
  values.length < 2 ? null : sampleStandardDeviation([...values]) / Math.sqrt(values.length);

/**
 * Interval of the mean by resampling the values with replacement.
 * @param values of independent seeds, at least two
 * @throws RangeError of fewer
 */
export function bootstrapInterval(
  values: readonly number[],
  { level = DEFAULT_LEVEL, resamples = 2000, seed = 1 }: BootstrapOptions = {},
): Interval {
  const n = values.length;
  if (n < 2)
    throw new RangeError(`An interval needs at least two independent values, but there is ${n}. Run more seeds.`);
  const means = Array.from({ length: resamples }, (_, resample) => {
    const random = new RandomStream(seed, BOOTSTRAP_STREAM, resample);
    return mean(Array.from(values, () => values[random.integer(n)]));
  }).sort((a, b) => a - b);
  const expansion = Math.sqrt(n / (n - 1)) * jstat.studentt.inv((1 + level) / 2, n - 1);
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
