import fc from 'fast-check';
import { mean } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import {
  areaUnderCurve,
  bestCoverage,
  bootstrapInterval,
  clipped,
  enoughRuns,
  estimate,
  negative,
  pairedDifferences,
  standardError,
  valueAt,
  valueNear,
} from './statistics.ts';

describe('estimates', () => {
  it('have mean and standard error', () => {
    // By hand: of 2, 4, 4, 4, 5, 5, 7, 9 the sum Σ(x − 5)² is 32, so s² = 32/7 and s/√8 = √(32/56).
    const { n, mean, standardError } = estimate([2, 4, 4, 4, 5, 5, 7, 9]);
    expect([n, mean]).toEqual([8, 5]);
    expect(standardError).toBeCloseTo(Math.sqrt(32 / 56), 12);
  });

  it('of one value have neither error nor interval', () => {
    expect(estimate([0.5])).toEqual({ n: 1, mean: 0.5, standardError: null, interval: null });
    expect(standardError([])).toBeNull();
    expect(() => estimate([])).toThrow('nothing to take a mean of');
    expect(() => bootstrapInterval([1])).toThrow('at least two independent values');
  });
});

/** Draws a standard normal number (Box and Muller). */
const normal = (random: RandomStream) =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

describe('bootstrap intervals', () => {
  it('are the same every time, and others under another seed', () => {
    const values = [0.83, 0.97, 0.77, 0.96, 0.61];
    expect(bootstrapInterval(values)).toEqual(bootstrapInterval(values));
    expect(bootstrapInterval(values, { seed: 2 })).not.toEqual(bootstrapInterval(values));
  });

  it('follow from the values alone, whatever their order', () => {
    const [listed, relisted] = [
      [0.83, 0.97, 0.77, 0.96, 0.61],
      [0.61, 0.96, 0.97, 0.83, 0.77],
    ];
    expect(bootstrapInterval(relisted)).toEqual(bootstrapInterval(listed));
    expect(estimate(relisted)).toEqual(estimate(listed));
  });

  it('hold the mean and stay within the values', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }), (values) => {
        const { low, high } = bootstrapInterval(values, { resamples: 200 });
        const middle = mean(values);
        expect(low).toBeLessThanOrEqual(middle + 1e-12);
        expect(high).toBeGreaterThanOrEqual(middle - 1e-12);
        expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
        expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
      }),
      { numRuns: 50, seed: 4 },
    );
  });

  it('cover the true mean nearly as often as they claim, already with eight values', () => {
    const trials = 400;
    let covered = 0;
    for (let trial = 0; trial < trials; trial++) {
      const random = new RandomStream(5, 2, trial);
      const { low, high } = bootstrapInterval(
        Array.from({ length: 8 }, () => normal(random)),
        { resamples: 400, seed: trial },
      );
      if (low <= 0 && high >= 0) covered++;
    }
    // Measured coverage over 1000 trials is .925. The plain percentile interval covers only .866.
    expect(covered / trials).toBeGreaterThan(0.91);
    expect(covered / trials).toBeLessThan(0.98);
  });
});

it('takes paired differences on the seeds of both arms', () => {
  const a = new Map([
    ['seed 1', 0.9],
    ['seed 2', 0.5],
    ['seed 4', 0.7],
  ]);
  const b = new Map([
    ['seed 2', 0.75],
    ['seed 1', 0.4],
    ['seed 3', 0],
  ]);
  expect(pairedDifferences(a, b)).toEqual([0.5, -0.25]);
});

it('the estimate of b − a is that of a − b turned round', () => {
  const [one, other] = [estimate([1, 2, 4, 7, 9]), negative(estimate([-1, -2, -4, -7, -9]))];
  expect(other.mean).toBeCloseTo(one.mean, 12);
  expect(other.standardError).toBeCloseTo(one.standardError!, 12);
  expect(other.interval!.low).toBeCloseTo(one.interval!.low, 12);
  expect(other.interval!.high).toBeCloseTo(one.interval!.high, 12);
  expect(negative(negative(one))).toEqual(one);
  expect(negative(one).interval).toMatchObject({ low: -one.interval!.high, high: -one.interval!.low });
});

describe('the number of runs that is enough', () => {
  it('is what the range of the values covers', () => {
    expect([2, 3, 5, 6].map(bestCoverage)).toEqual([0.5, 0.75, 0.9375, 0.96875]);
  });

  it('is five', () => {
    expect([1, 2, 3, 4, 5, 6].filter(enoughRuns)).toEqual([5, 6]);
  });
});

const curve = [
  { x: 0, y: 0 },
  { x: 10, y: 0.5 },
  { x: 20, y: 0.25 },
  { x: 40, y: 0.75 },
];

it('have values between points, and none outside', () => {
  expect(valueAt(curve, 5)).toBe(0.25);
  expect(valueAt(curve, 20)).toBe(0.25);
  expect(valueAt(curve, 30)).toBe(0.5);
  expect(valueAt(curve, 41)).toBeNull();
  expect(valueAt(curve.slice(1), 5)).toBeNull();
});

it('have the value of a measured point that is at most 2% away', () => {
  expect(valueNear(curve, 39)).toBe(0.725);
  expect(valueNear(curve, 39.5)).toBe(0.75);
  expect(valueNear(curve, 40.5)).toBe(0.75);
  expect(valueNear(curve, 41)).toBeNull();
  const dense = [0.1, 0.2, 0.3].map((y, i) => ({ x: 99 + i, y }));
  expect([99.2, 100.2, 100.8].map((budget) => valueNear(dense, budget))).toEqual([0.1, 0.2, 0.3]);
});

it('have a mean height', () => {
  // By hand, the trapezoids are 2.5, 3.75 and 10 over a length of 40.
  expect(areaUnderCurve(curve)).toBeCloseTo(16.25 / 40, 12);
  expect(areaUnderCurve(clipped(curve, 5, 15))).toBeCloseTo((0.375 * 5 + 0.4375 * 5) / 10, 12);
  expect(areaUnderCurve(curve.slice(0, 1))).toBeNull();
  expect(areaUnderCurve([])).toBeNull();
});
