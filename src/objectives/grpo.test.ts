import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packSequences } from '../lm/packing.ts';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { Tape } from '../tensor/tape.ts';
import { grpoLoss } from './grpo.ts';
import type { GrpoObjective } from './objective.ts';
import { expectReferenceLoss, finite, temperatures } from './testing/losses-on-gpu.ts';

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device?.destroy());

const objectives: fc.Arbitrary<GrpoObjective> = fc.record({
  kind: fc.constant('grpo' as const),
  clipLow: finite(0.05, 0.4),
  clipHigh: finite(0.05, 0.4),
  dualClip: fc.constantFrom(0, 1.5, 3),
  klWeight: fc.constantFrom(0, 0.1),
  entropyWeight: fc.constantFrom(0, 0.1),
  aggregation: fc.constantFrom('sequence-mean' as const, 'token-mean' as const, 'constant-length' as const),
  maxCompletionLength: fc.integer({ min: 4, max: 9 }),
  temperature: temperatures,
});

it('agrees with the plain reference', async () => {
  await expectReferenceLoss(device, objectives, {
    differentiable: ['logprobs', 'entropy'],
    loss: ({ tape, batch, sequences, predictions, referenceLogprobs }, objective) =>
      grpoLoss(tape, batch, sequences, objective, predictions, referenceLogprobs),
  });
});

it('refuses sequences without what it learns from', () => {
  const [objective] = fc.sample(objectives, { numRuns: 1, seed: 1 });
  const loss = (advantage: number | undefined, oldLogprobs: number[]) => {
    const sequences = [{ prompt: [1], completion: [2, 3], advantage, oldLogprobs }];
    const tape = new Tape(device);
    const values = tape.upload(new Float32Array(2));
    const predictions = { logprobs: values, entropy: values };
    return () => grpoLoss(tape, packSequences(sequences), sequences, objective, predictions, values);
  };
  expect(loss(undefined, [-1, -1])).toThrow('Sequence 0');
  expect(loss(1, [-1])).toThrow('one old log-probability per completion token (2)');
});
