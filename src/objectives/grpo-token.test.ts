/**
 * @file The push of one token is the gradient of a batch with only that token. The plain reference computes with the
 * other numbers.
 *
 * Aggregation weights by hand: how much each token of ragged, partly masked sequences counts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import { logSoftmaxReference } from '../tensor/ops/log-probabilities.reference.ts';
import { aggregationWeights, perPrediction } from './aggregation-weights.ts';
import { logitPush, offPolicyStats, type RescoredTrace, surrogateOf } from './grpo-token.ts';
import { lossAndGradients } from './testing/losses.ts';

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

it('is pushed as the gradient by its own logit says', () => {
  const logits = fc.array(finite(-2, 2), { minLength: 3, maxLength: 3 });
  // The derivatives must also agree at every bound.
  const objectives = fc.record({
    clipLow: finite(0.05, 0.4),
    clipHigh: finite(0.05, 0.4),
    dualClip: fc.constantFrom(0, 1.5, 3),
    temperature: fc.constantFrom(0.7, 1),
  });
  fc.assert(
    fc.property(
      logits,
      fc.nat(2),
      finite(-4, -0.05),
      finite(-2, 2),
      objectives,
      (logits, target, oldLogprob, advantage, objective) => {
        const { gradients } = lossAndGradients(
          [
            {
              targets: [target],
              mask: [1],
              logits: [logits],
              initialLogits: [logits],
              advantage,
              oldLogprobs: [oldLogprob],
            },
          ],
          {
            kind: 'grpo',
            klWeight: 0,
            klEstimator: 'k3',
            entropyWeight: 0,
            aggregation: 'token-mean',
            maxCompletionLength: 1,
            ...objective,
          },
        );
        const logprob = logSoftmaxReference(logits, objective.temperature)[target];
        const surrogate = surrogateOf(Math.exp(logprob - oldLogprob), advantage, objective);
        // Both sides compute in double precision.
        const push = logitPush(1, surrogate, logprob, objective.temperature);
        expect(-gradients[0][0][target]).toBeCloseTo(push, 10);
      },
    ),
  );
});

it('names the bound that holds it', () => {
  const objective = { clipLow: 0.2, clipHigh: 0.2, dualClip: 3 };
  expect(surrogateOf(1, 2, objective)).toEqual({ ratio: 1, clippedRatio: 1, value: 2, bound: 'none', slope: 2 });
  expect(surrogateOf(1.5, 2, objective)).toMatchObject({ bound: 'clip', value: 2.4, slope: 0 });
  // If the step went too far against the advantage, the surrogate still pulls back.
  expect(surrogateOf(1.5, -2, objective)).toMatchObject({ bound: 'none', value: -3, slope: -3 });
  expect(surrogateOf(4, -2, objective)).toMatchObject({ bound: 'dual-clip', value: -6, slope: 0 });
});

describe('the distance of a policy from old traces', () => {
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
    // The weights are 2 · ½ = 1 and 3: (1 + 3)² / (2 · (1 + 9)) = .8.
    const stats = offPolicyStats([trace([2, 0.5, 9], [1, 1, 0]), trace([3])], clip);
    expect(stats.clipFraction).toBe(1);
    expect(stats.meanRatio).toBeCloseTo(5.5 / 3, 12);
    expect(stats.klPerToken).toBeCloseTo((5.5 - 3 - Math.log(3)) / 3, 12);
    expect(stats.effectiveSampleSize).toBeCloseTo(0.8, 12);
    expect(stats.tokens).toBe(3);
    // These ratios lie within the clip, with a bound on each side.
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
});

const prompt = [9];
const batch = packSequences([
  { prompt, completion: [1] },
  { prompt, completion: [1, 2, 3, 4], mask: [1, 0, 1, 1] },
  { prompt, completion: [5, 6], mask: [0, 0] },
]);

it('gives a sequence without its own tokens no weight, but counts it as a sequence', () => {
  expect([...aggregationWeights(batch, 'sequence-mean', 8)]).toEqual([1 / 3, 1 / 9, 1 / 9, 1 / 9].map(Math.fround));
  expect([...aggregationWeights(batch, 'constant-length', 8)]).toEqual(Array(4).fill(Math.fround(1 / 24)));
});

it('weighs every token of the batch alike under token-mean', () => {
  expect([...aggregationWeights(batch, 'token-mean', 8)]).toEqual(Array(4).fill(0.25));
});

it('repeats a number of a sequence at each of its predictions', () => {
  expect([...perPrediction(batch, (s, length) => 10 * s + length)]).toEqual([1, 13, 13, 13]);
});
