import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import { crossEntropyLoss } from './cross-entropy.ts';
import type { CrossEntropyObjective } from './objective.ts';
import { expectReferenceLoss } from './testing/losses-on-gpu.ts';

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device?.destroy());

const objectives: fc.Arbitrary<CrossEntropyObjective> = fc.constant({ kind: 'cross-entropy', on: 'completion' });

it('agrees with the plain reference', async () => {
  await expectReferenceLoss(device, objectives, {
    differentiable: ['logprobs'],
    loss: ({ batch }) => crossEntropyLoss(batch),
  });
});
