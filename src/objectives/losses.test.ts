/**
 * @file Checks the GPU losses at their limits. policy/language-model-policy.test.ts compares values and gradients with
 * PyTorch. policy/update-memory.test.ts compares a batch in parts with the whole batch.
 */
import { expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import { Tape } from '../tensor/tape.ts';
import { testDevice } from '../tensor/testing/check-op.ts';
import { grpoLoss } from './grpo.ts';
import type { GrpoObjective, KlEstimator } from './objective.ts';

const device = testDevice();

const objectiveWith = (klEstimator: KlEstimator): GrpoObjective => ({
  kind: 'grpo',
  clipLow: 0.2,
  clipHigh: 0.2,
  dualClip: 0,
  klWeight: 1,
  klEstimator,
  entropyWeight: 0,
  aggregation: 'token-mean',
  maxCompletionLength: 4,
  temperature: 1,
});

it('stays finite if the policy has left a token that its reference keeps', async () => {
  const sequences = [{ prompt: [1], completion: [2], advantage: 1, oldLogprobs: [-1] }];
  const at = async (klEstimator: KlEstimator) => {
    const tape = new Tape(device());
    const upload = (value: number) => tape.upload(Float32Array.of(value));
    const predictions = {
      logprobs: upload(-200),
      entropy: upload(1),
      kl: upload(2),
      referenceLogprobs: upload(-1.5),
    };
    tape.watch(predictions.logprobs);
    const grpo = grpoLoss(packSequences(sequences), sequences, objectiveWith(klEstimator));
    const { loss } = grpo.ofPart(tape, predictions, 0);
    tape.backward(loss);
    const [[value], [slope]] = await device().readAll([loss, tape.gradient(predictions.logprobs)]);
    tape.dispose();
    return [value, slope];
  };
  // With log π = −200 the ratio is about 0, and so is the surrogate.
  const [value, slope] = await at('ratio-weighted');
  expect(Math.abs(value)).toBeLessThan(2);
  expect(Math.abs(slope)).toBeLessThan(1e-6);
  const clamped = await at('k3-clamped');
  expect(Math.abs(clamped[0])).toBeLessThan(12);
  expect(clamped[1]).toBe(0);
  expect((await at('k3')).some((number) => !Number.isFinite(number))).toBe(true);
});

it('refuses sequences without what it learns from', () => {
  const lossOf = (advantage: number | undefined, oldLogprobs: number[]) => {
    const sequences = [{ prompt: [1], completion: [2, 3], advantage, oldLogprobs }];
    return () => grpoLoss(packSequences(sequences), sequences, objectiveWith('k3'));
  };
  expect(lossOf(undefined, [-1, -1])).toThrow('Sequence 0');
  expect(lossOf(1, [-1])).toThrow('one old log-probability per completion token (2)');
});
