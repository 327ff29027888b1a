import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import { Tape } from '../tensor/tape.ts';
import { grpoLoss } from './grpo.ts';
import type { GrpoObjective, KlEstimator } from './objective.ts';
import { expectReferenceLoss, finite, type LossOnGpu, temperatures } from './testing/losses-on-gpu.ts';

const device = testDevice();

const objectivesWith = (...estimators: KlEstimator[]): fc.Arbitrary<GrpoObjective> =>
  fc.record({
    kind: fc.constant('grpo' as const),
    clipLow: finite(0.05, 0.4),
    clipHigh: finite(0.05, 0.4),
    dualClip: fc.constantFrom(0, 1.5, 3),
    klWeight: fc.constantFrom(0, 0.1),
    klEstimator: fc.constantFrom(...estimators),
    entropyWeight: fc.constantFrom(0, 0.1),
    aggregation: fc.constantFrom('sequence-mean' as const, 'token-mean' as const, 'constant-length' as const),
    maxCompletionLength: fc.integer({ min: 4, max: 9 }),
    temperature: temperatures,
  });

const loss: LossOnGpu<GrpoObjective>['loss'] = ({ batch, sequences }, objective) =>
  grpoLoss(batch, sequences, objective);

it('agrees with the plain reference', async () => {
  const estimates = objectivesWith('ratio-weighted', 'k3', 'k3-clamped');
  await expectReferenceLoss(device(), estimates, { differentiable: ['logprobs', 'entropy'], loss });
  await expectReferenceLoss(device(), objectivesWith('exact'), { differentiable: ['logprobs', 'entropy', 'kl'], loss });
});

it('stays finite where the policy has left a token that its reference keeps', async () => {
  const sequences = [{ prompt: [1], completion: [2], advantage: 1, oldLogprobs: [-1] }];
  const at = async (klEstimator: KlEstimator) => {
    const [objective] = fc.sample(objectivesWith(klEstimator), { numRuns: 1, seed: 1 });
    const tape = new Tape(device());
    const upload = (value: number) => tape.upload(Float32Array.of(value));
    const predictions = {
      logprobs: upload(-200),
      entropy: upload(1),
      kl: upload(2),
      referenceLogprobs: upload(-1.5),
    };
    tape.watch(predictions.logprobs);
    const grpo = grpoLoss(packSequences(sequences), sequences, { ...objective, klWeight: 1 });
    const { loss } = grpo.ofPart(tape, predictions, 0);
    tape.backward(loss);
    const [[value], [slope]] = await device().readAll([loss, tape.gradient(predictions.logprobs)]);
    tape.dispose();
    return [value, slope];
  };
  // The surrogate is 0 here: the ratio is.
  const [value, slope] = await at('ratio-weighted');
  expect(Math.abs(value)).toBeLessThan(2);
  expect(Math.abs(slope)).toBeLessThan(1e-6);
  const clamped = await at('k3-clamped');
  expect(Math.abs(clamped[0])).toBeLessThan(12);
  expect(clamped[1]).toBe(0);
  expect((await at('k3')).some((number) => !Number.isFinite(number))).toBe(true);
});

it('refuses sequences without what it learns from', () => {
  const [objective] = fc.sample(objectivesWith('k3'), { numRuns: 1, seed: 1 });
  const lossOf = (advantage: number | undefined, oldLogprobs: number[]) => {
    const sequences = [{ prompt: [1], completion: [2, 3], advantage, oldLogprobs }];
    return () => grpoLoss(packSequences(sequences), sequences, objective);
  };
  expect(lossOf(undefined, [-1, -1])).toThrow('Sequence 0');
  expect(lossOf(1, [-1])).toThrow('one old log-probability per completion token (2)');
});
