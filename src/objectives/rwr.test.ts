import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Device } from '../tensor/device.ts';
import { openNodeDevice } from '../tensor/node.ts';
import type { RwrObjective } from './objective.ts';
import { countsInRwr, rwrLoss } from './rwr.ts';
import { expectReferenceLoss, temperatures } from './testing/losses-on-gpu.ts';

let device: Device;
beforeAll(async () => {
  device = await openNodeDevice();
});
afterAll(() => device?.destroy());

const objectives: fc.Arbitrary<RwrObjective> = fc.record({
  kind: fc.constant('rwr' as const),
  klWeight: fc.constantFrom(0, 0.5),
  klOnlyAbove: fc.constantFrom(undefined, 0, 0.3, 2),
  temperature: temperatures,
});

it('agrees with the plain reference, with and without the KL cap', async () => {
  await expectReferenceLoss(device, objectives, {
    differentiable: ['logprobs', 'kl'],
    counts: countsInRwr,
    loss: ({ tape, batch, sequences }, objective) => rwrLoss(tape, batch, sequences, objective),
  });
});
