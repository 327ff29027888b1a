/** @file The statistics of old traces: known numbers, and what they are under μ itself, by enumeration. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offPolicyStats, type RescoredTrace } from './grpo-token.ts';

const clip = { clipLow: 0.2, clipHigh: 0.2 };
const trace = (ratios: number[], mask: (0 | 1)[] = ratios.map(() => 1)): RescoredTrace => ({
  mask,
  sampled: ratios.map(() => Math.log(0.25)),
  present: ratios.map((ratio) => Math.log(0.25 * ratio)),
});

it('is nothing where it has not moved', () => {
  const stats = offPolicyStats([trace([1, 1]), trace([1])], clip);
  expect(stats).toEqual({ clipFraction: 0, meanRatio: 1, klPerToken: 0, effectiveSampleSize: 1, tokens: 3 });
});

it('has the numbers of the formulas, and leaves out what a simulator wrote', () => {
  // Weights 2 · ½ = 1 and 3: (1 + 3)² / (2 · (1 + 9)) = .8.
  const stats = offPolicyStats([trace([2, 0.5, 9], [1, 1, 0]), trace([3])], clip);
  expect(stats.clipFraction).toBe(1);
  expect(stats.meanRatio).toBeCloseTo(5.5 / 3, 12);
  expect(stats.klPerToken).toBeCloseTo((5.5 - 3 - Math.log(3)) / 3, 12);
  expect(stats.effectiveSampleSize).toBeCloseTo(0.8, 12);
  expect(stats.tokens).toBe(3);
  // Within the clip, with a bound on each side.
  expect(offPolicyStats([trace([1.19, 1.25, 0.81, 0.75])], clip).clipFraction).toBe(0.5);
});

it('stays finite where one long trace outweighs all others: its share alone is left', () => {
  const stats = offPolicyStats(
    [trace(Array.from({ length: 2000 }, () => 2)), trace([1]), trace([1]), trace([1])],
    clip,
  );
  expect(stats.effectiveSampleSize).toBeCloseTo(0.25, 12);
});

it('has under μ the mean ratio 1 and KL(μ‖π): every token as often as μ says', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(weights, weights, (counts, other) => {
      const [n, m] = [counts, other].map((all) => all.reduce((a, b) => a + b, 0));
      const [mu, pi] = [counts.map((count) => count / n), other.map((count) => count / m)];
      const traces = counts.flatMap((count, y) =>
        Array.from({ length: count }, () => ({
          mask: [1] as 1[],
          sampled: [Math.log(mu[y])],
          present: [Math.log(pi[y])],
        })),
      );
      const { meanRatio, klPerToken, effectiveSampleSize } = offPolicyStats(traces, clip);
      expect(meanRatio).toBeCloseTo(1, 10);
      expect(klPerToken).toBeCloseTo(
        mu.reduce((sum, p, y) => sum + p * Math.log(p / pi[y]), 0),
        10,
      );
      // 1 / E_μ[ρ²], since the mean of ρ is 1.
      expect(effectiveSampleSize).toBeCloseTo(1 / mu.reduce((sum, p, y) => sum + p * (pi[y] / p) ** 2, 0), 10);
    }),
  );
});
