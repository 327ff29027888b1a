/** @file The push of one token is the gradient of a batch of that token alone. The plain reference computes with the other numbers. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { logSoftmaxReference } from '../tensor/ops/log-probabilities.reference.ts';
import { logitPush, surrogateOf } from './grpo-token.ts';
import { lossAndGradients } from './testing/losses.ts';

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

it('is pushed as the gradient by its own logit says', () => {
  const logits = fc.array(finite(-2, 2), { minLength: 3, maxLength: 3 });
  // Also where every bound holds.
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
        // Double precision on both sides.
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
