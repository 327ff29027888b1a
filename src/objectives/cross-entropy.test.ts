import fc from 'fast-check';
import { it } from 'vitest';
import { testDevice } from '../tensor/testing/check-op.ts';
import { crossEntropyLoss } from './rwr.ts';
import type { CrossEntropyObjective } from './objective.ts';
import { expectReferenceLoss } from './testing/losses-on-gpu.ts';

const device = testDevice();

const objectives: fc.Arbitrary<CrossEntropyObjective> = fc.constant({ kind: 'cross-entropy', on: 'completion' });

it('agrees with the plain reference', async () => {
  await expectReferenceLoss(device(), objectives, {
    differentiable: ['logprobs'],
    loss: ({ batch }) => crossEntropyLoss(batch),
  });
});
