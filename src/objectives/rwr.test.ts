import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testDevice } from '../tensor/testing/check-op.ts';
import type { CrossEntropyObjective, RwrObjective } from './objective.ts';
import { countsInRwr, crossEntropyLoss, rwrLoss } from './rwr.ts';
import { expectReferenceLoss, temperatures } from './testing/losses-on-gpu.ts';

const device = testDevice();

const objectives: fc.Arbitrary<RwrObjective> = fc.record({
  kind: fc.constant('rwr' as const),
  klWeight: fc.constantFrom(0, 0.5),
  klOnlyAbove: fc.constantFrom(undefined, 0, 0.3, 2),
  temperature: temperatures,
});

it('agrees with the plain reference, with and without the KL cap', async () => {
  await expectReferenceLoss(device(), objectives, {
    differentiable: ['logprobs', 'kl'],
    counts: countsInRwr,
    loss: ({ tape, batch, sequences }, objective) => rwrLoss(tape, batch, sequences, objective),
  });
});

describe('cross-entropy', () => {
  const objectives: fc.Arbitrary<CrossEntropyObjective> = fc.constant({ kind: 'cross-entropy', on: 'completion' });

  it('agrees with the plain reference', async () => {
    await expectReferenceLoss(device(), objectives, {
      differentiable: ['logprobs'],
      loss: ({ batch }) => crossEntropyLoss(batch),
    });
  });
});
