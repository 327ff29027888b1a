import { describe, expect, it } from 'vitest';
import { PRIOR, sampledSuccess, updatedPosterior } from './mopps.ts';

describe('the posterior of a success rate', () => {
  it('counts successes and failures, and forgets half of what it knew', () => {
    const once = updatedPosterior(PRIOR, { k: 2, n: 8 });
    expect(once).toEqual({ a: 3, b: 7 });
    expect(updatedPosterior(once, { k: 8, n: 8 })).toEqual({ a: 10, b: 4 });
    expect(updatedPosterior(once, { k: 0, n: 0 })).toEqual({ a: 2, b: 4 });
  });

  it('is drawn from by its quantiles', () => {
    // The prior is uniform, and Beta(2, 1) has the distribution function x².
    for (const uniform of [0, 0.125, 0.5, 0.9]) {
      expect(sampledSuccess(PRIOR, uniform)).toBeCloseTo(uniform, 8);
      expect(sampledSuccess({ a: 2, b: 1 }, uniform)).toBeCloseTo(Math.sqrt(uniform), 8);
    }
  });
});
