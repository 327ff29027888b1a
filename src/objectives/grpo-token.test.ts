/** @file The numbers of one token are those of the loss: the plain reference is asked for a batch of that token alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logSoftmaxReference } from '../tensor/ops/log-probabilities.reference.ts';
import { divergenceEstimate, leftClipRange, logitPush, surrogateOf } from './grpo-token.ts';
import type { GrpoObjective, KlEstimator } from './objective.ts';
import { lossAndGradients } from './testing/losses.ts';

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const logits = fc.array(finite(-2, 2), { minLength: 3, maxLength: 3 });
const estimators = ['k3', 'k3-clamped', 'ratio-weighted'] as const satisfies readonly KlEstimator[];

const cases = fc.record({
  logits,
  initialLogits: logits,
  target: fc.nat(2),
  // Also where every bound holds.
  oldLogprob: finite(-4, -0.05),
  advantage: finite(-2, 2),
  estimator: fc.constantFrom(...estimators),
  objective: fc.record({
    clipLow: finite(0.05, 0.4),
    clipHigh: finite(0.05, 0.4),
    dualClip: fc.constantFrom(0, 1.5, 3),
    temperature: fc.constantFrom(0.7, 1),
  }),
});
type Case = typeof cases extends fc.Arbitrary<infer One> ? One : never;

/** Double precision on both sides. */
const CLOSE = 10;

const ask = (
  { logits, initialLogits, target, oldLogprob, advantage, objective, estimator }: Case,
  klWeight: number,
) => {
  const whole: GrpoObjective = {
    kind: 'grpo',
    klWeight,
    klEstimator: estimator,
    entropyWeight: 0,
    aggregation: 'token-mean',
    maxCompletionLength: 1,
    ...objective,
  };
  const sequence = {
    targets: [target],
    mask: [1 as const],
    logits: [logits],
    initialLogits: [initialLogits],
    advantage,
    oldLogprobs: [oldLogprob],
  };
  return lossAndGradients([sequence], whole);
};

const numbersOf = ({ logits, initialLogits, target, oldLogprob, objective }: Case) => {
  const logprob = logSoftmaxReference(logits, objective.temperature)[target];
  const referenceLogprob = logSoftmaxReference(initialLogits, objective.temperature)[target];
  return { logprob, referenceLogprob, oldLogprob, ratio: Math.exp(logprob - oldLogprob) };
};

describe('one token', () => {
  it('has the surrogate and the divergence of the loss', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { ratio, ...logprobs } = numbersOf(one);
        const surrogate = surrogateOf(ratio, one.advantage, one.objective);
        expect(ask(one, 0).stats.loss).toBeCloseTo(-surrogate.value, CLOSE);
        const loss = -surrogate.value + 0.1 * divergenceEstimate(one.estimator, logprobs);
        expect(ask(one, 0.1).stats.loss).toBeCloseTo(loss, CLOSE);
        expect(ask(one, 0).stats.clipFraction).toBe(leftClipRange(ratio, one.objective) ? 1 : 0);
      }),
    );
  });

  it('is pushed as the gradient by its own logit says', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { ratio, logprob } = numbersOf(one);
        const push = logitPush(1, surrogateOf(ratio, one.advantage, one.objective), logprob, one.objective.temperature);
        expect(-ask(one, 0).gradients[0][0][one.target]).toBeCloseTo(push, CLOSE);
      }),
    );
  });

  it('names the bound that holds it', () => {
    const objective = { clipLow: 0.2, clipHigh: 0.2, dualClip: 3 };
    expect(surrogateOf(1, 2, objective)).toEqual({ ratio: 1, clippedRatio: 1, value: 2, bound: 'none', slope: 2 });
    expect(surrogateOf(1.5, 2, objective)).toMatchObject({ bound: 'clip', value: 2.4, slope: 0 });
    // Where the step went too far against the advantage, the surrogate still pulls back.
    expect(surrogateOf(1.5, -2, objective)).toMatchObject({ bound: 'none', value: -3, slope: -3 });
    expect(surrogateOf(4, -2, objective)).toMatchObject({ bound: 'dual-clip', value: -6, slope: 0 });
  });
});
