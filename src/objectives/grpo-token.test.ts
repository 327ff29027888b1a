/**
 * @file Checks the plain reference of the losses (testing/losses.ts) against finite differences and closed forms, and
 * grpo-token.ts against the reference.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { logSoftmaxReference } from '../tensor/ops/log-probabilities.reference.ts';
import { logitPush, surrogateOf } from './grpo-token.ts';
import type { GrpoObjective, KlEstimator, Objective, RwrObjective } from './objective.ts';
import { type ForwardSequence, lossAndGradients } from './testing/losses.ts';

const VOCABULARY = 5;

/** Returns sequences of different lengths with masks, advantages of both signs and ratios beyond both clip bounds. */
function sequences(): ForwardSequence[] {
  const random = new RandomStream(7, 1);
  const row = (scale: number) => Array.from({ length: VOCABULARY }, () => scale * (random.next() * 2 - 1));
  return [3, 1, 4].map((length, i) => {
    const logits = Array.from({ length }, () => row(2));
    const targets = logits.map(() => random.integer(VOCABULARY));
    return {
      targets,
      mask: targets.map((_, t) => (i === 2 && t === 1 ? 0 : 1)),
      logits,
      initialLogits: logits.map((z) => z.map((value) => value + random.next())),
      advantage: [1.3, -0.7, -0.4][i],
      oldLogprobs: logits.map((z, t) => logSoftmaxReference(z, 1)[targets[t]] + [0.5, -1.6, 0.05, -0.3][t]),
      weight: [1.4, 0, 0.6][i],
      klWeight: [1, 1, 0][i],
    };
  });
}

const grpo: GrpoObjective = {
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.28,
  dualClip: 0,
  klWeight: 0.1,
  klEstimator: 'ratio-weighted',
  entropyWeight: 0.05,
  aggregation: 'token-mean',
  maxCompletionLength: 6,
  temperature: 1,
};
const rwr: RwrObjective = { kind: 'rwr', klWeight: 0.5, temperature: 1 };

const oneToken = (
  logits: number[],
  initialLogits: number[],
  target: number,
  oldLogprob: number,
  advantage: number,
): ForwardSequence => ({
  ...{ targets: [target], mask: [1], logits: [logits], initialLogits: [initialLogits] },
  ...{ advantage, oldLogprobs: [oldLogprob] },
});

const objectives: [string, Objective][] = [
  ['GRPO, token mean', grpo],
  ['GRPO, sequence mean', { ...grpo, aggregation: 'sequence-mean' }],
  ['GRPO, constant length', { ...grpo, aggregation: 'constant-length', klWeight: 0 }],
  ['GRPO, dual clip', { ...grpo, dualClip: 3 }],
  ['GRPO, temperature', { ...grpo, temperature: 0.7 }],
  ['GRPO, k3', { ...grpo, klEstimator: 'k3' }],
  ['GRPO, clamped k3', { ...grpo, klEstimator: 'k3-clamped' }],
  ['GRPO, exact KL', { ...grpo, klEstimator: 'exact', temperature: 1.3 }],
  ['RWR', rwr],
  ['RWR, temperature', { ...rwr, temperature: 1.3 }],
  ['RWR at the cap', { ...rwr, klOnlyAbove: 1e-6 }],
  ['cross-entropy', { kind: 'cross-entropy', on: 'completion' }],
];

it.each(objectives)('gradients agree with finite differences: %s', (_, objective) => {
  const batch = sequences();
  const { gradients } = lossAndGradients(batch, objective);
  const step = 1e-6;
  let largest = 0;
  batch.forEach(({ logits }, i) =>
    logits.forEach((row, t) =>
      row.forEach((_, j) => {
        const lossAt = (delta: number) => {
          const moved = structuredClone(batch);
          (moved[i].logits[t] as number[])[j] += delta;
          return lossAndGradients(moved, objective).stats.loss;
        };
        const numeric = (lossAt(step) - lossAt(-step)) / (2 * step);
        largest = Math.max(largest, Math.abs(numeric));
        expect(gradients[i][t][j]).toBeCloseTo(numeric, 7);
      }),
    ),
  );
  expect(largest).toBeGreaterThan(0.01);
});

describe('the divergence of GRPO', () => {
  /** Logits one step after sampling. Token 0 is unlikely under π, but still likely under π_old and π₀. */
  const offPolicy = {
    current: [-6, 0.4, 0.1, -0.3, 0.9],
    old: [0.2, 0.1, 0.5, -0.4, 0.3],
    initial: [1.5, 0.3, -0.2, 0.2, 0],
  };
  /** Returns each token's divergence and its gradient, and the expectation of both under the policy `drawnFrom`. */
  function divergenceUnder(klEstimator: KlEstimator, drawnFrom: number[]) {
    const probabilities = logSoftmaxReference(drawnFrom).map(Math.exp);
    const ofToken = probabilities.map((_, token) => {
      const at = (klWeight: number) =>
        lossAndGradients(
          [oneToken(offPolicy.current, offPolicy.initial, token, logSoftmaxReference(drawnFrom)[token], 0)],
          { ...grpo, klEstimator, klWeight, entropyWeight: 0 },
        );
      return { value: at(1).stats.loss, gradient: at(1).gradients[0][0], exact: at(1).stats.klPerToken };
    });
    const expectation = (of: (token: (typeof ofToken)[number]) => number) =>
      ofToken.reduce((total, token, y) => total + probabilities[y] * of(token), 0);
    return {
      ofToken,
      value: expectation(({ value }) => value),
      gradient: offPolicy.current.map((_, j) => expectation(({ gradient }) => gradient[j])),
      exact: ofToken[0].exact,
    };
  }

  it('has an unbiased divergence under the policy that sampled, with ρ·k3', () => {
    const exact = divergenceUnder('exact', offPolicy.old);
    expect(exact.value).toBeCloseTo(exact.exact, 12);
    const weighted = divergenceUnder('ratio-weighted', offPolicy.old);
    expect(weighted.value).toBeCloseTo(exact.value, 12);
    weighted.gradient.forEach((value, j) => expect(value).toBeCloseTo(exact.gradient[j], 12));
  });

  it('has a divergence far too large there with k3, whose gradient is biased under the policy itself too', () => {
    const { value, exact } = divergenceUnder('k3', offPolicy.old);
    expect(value).toBeGreaterThan(20 * exact);
    const own = divergenceUnder('k3', offPolicy.current);
    expect(own.value).toBeCloseTo(own.exact, 12);
    const gap = own.gradient.map((g, j) => g - divergenceUnder('exact', offPolicy.current).gradient[j]);
    expect(Math.hypot(...gap)).toBeGreaterThan(0.1);
  });

  it('keeps clamped k3 within 10, without a gradient beyond', () => {
    const { ofToken } = divergenceUnder('k3-clamped', offPolicy.old);
    expect(ofToken[0].value).toBe(10);
    expect(ofToken[0].gradient.every((g) => Math.abs(g) === 0)).toBe(true);
    const plain = divergenceUnder('k3', offPolicy.old).ofToken;
    expect(plain[0].value).toBeGreaterThan(100);
    expect(ofToken.slice(1)).toEqual(plain.slice(1));
  });
});

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

it("pushes the token's own logit by the negative gradient", () => {
  const logits = fc.array(finite(-2, 2), { minLength: 3, maxLength: 3 });
  // The drawn objectives reach every bound of the surrogate, and the derivatives must agree there too.
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
        const { gradients } = lossAndGradients([oneToken(logits, logits, target, oldLogprob, advantage)], {
          ...grpo,
          klWeight: 0,
          entropyWeight: 0,
          ...objective,
        });
        const logprob = logSoftmaxReference(logits, objective.temperature)[target];
        const surrogate = surrogateOf(Math.exp(logprob - oldLogprob), advantage, objective);
        const push = logitPush(1, surrogate, logprob, objective.temperature);
        expect(-gradients[0][0][target]).toBeCloseTo(push, 10);
      },
    ),
  );
});

it('names the bound that limits the surrogate', () => {
  const objective = { clipLow: 0.2, clipHigh: 0.2, dualClip: 3 };
  expect(surrogateOf(1, 2, objective)).toEqual({ ratio: 1, clippedRatio: 1, value: 2, bound: 'none', slope: 2 });
  expect(surrogateOf(1.5, 2, objective)).toMatchObject({ bound: 'clip', value: 2.4, slope: 0 });
  // If the ratio rises although the advantage is negative, the surrogate keeps its slope, up to the dual clip.
  expect(surrogateOf(1.5, -2, objective)).toMatchObject({ bound: 'none', value: -3, slope: -3 });
  expect(surrogateOf(4, -2, objective)).toMatchObject({ bound: 'dual-clip', value: -6, slope: 0 });
});
