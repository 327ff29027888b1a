import { describe, expect, it } from 'vitest';
import { PRIOR, sampledSuccess, updatedPosterior } from './success-posterior.ts';

describe('the posterior of a success rate', () => {
  it('counts successes and failures, and forgets half of what it knew', () => {
    const once = updatedPosterior(PRIOR, { k: 2, n: 8 });
    expect(once).toEqual({ a: 3, b: 7 });
    expect(updatedPosterior(once, { k: 8, n: 8 })).toEqual({ a: 10, b: 4 });
    expect(updatedPosterior(once, { k: 0, n: 0 })).toEqual({ a: 2, b: 4 });
  });

  /** ∫₀ˣ t^(a−1)(1−t)^(b−1) dt over the whole integral, by the midpoint rule. */
  function cumulative(x: number, a: number, b: number): number {
    const STEPS = 200_000;
    let [below, all] = [0, 0];
    for (let i = 0; i < STEPS; i++) {
      const t = (i + 0.5) / STEPS;
      const density = t ** (a - 1) * (1 - t) ** (b - 1);
      all += density;
      if (t < x) below += density;
    }
    return below / all;
  }

  it('is drawn from by its quantiles', () => {
    // The prior is uniform, and Beta(2, 1) has the distribution function x².
    for (const uniform of [0, 0.125, 0.5, 0.9]) {
      expect(sampledSuccess(PRIOR, uniform)).toBeCloseTo(uniform, 8);
      expect(sampledSuccess({ a: 2, b: 1 }, uniform)).toBeCloseTo(Math.sqrt(uniform), 8);
    }
    for (const [a, b] of [
      [3, 7],
      [1, 16.5],
      [9.25, 1.75],
    ])
      for (const uniform of [0.01, 0.3, 0.5, 0.99])
        // The midpoint rule is right to 5 digits; jstat stops where the quantile changes by less than 10⁻⁸ of itself.
        expect(cumulative(sampledSuccess({ a, b }, uniform), a, b)).toBeCloseTo(uniform, 4);
  });
});
