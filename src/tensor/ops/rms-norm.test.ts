import { it } from 'vitest';
import { checkOp, describeStyles } from '../testing/check-op.ts';
import { rmsNorm } from './rms-norm.ts';
import { rmsNormReference } from './rms-norm.reference.ts';

describeStyles('rmsNorm', (device) => {
  it('rmsNorm of all rows', async () => {
    await checkOp(device(), {
      inputs: { x: [7, 12], gain: [12] },
      op: (tape, { x, gain }) => rmsNorm(tape, x, gain, 1e-5),
      reference: ({ x, gain }) => rmsNormReference(x, gain, 1e-5, [0, 1, 2, 3, 4, 5, 6]),
    });
  });

  it('rmsNorm of chosen rows', async () => {
    const none = 0xffffffff;
    await checkOp(device(), {
      inputs: { x: [6, 8], gain: [8] },
      op: (tape, { x, gain }) =>
        rmsNorm(tape, x, gain, 1e-5, {
          rows: tape.upload(Uint32Array.of(1, 2, 5)),
          inverse: tape.upload(Uint32Array.of(none, 0, 1, none, none, 2)),
        }),
      reference: ({ x, gain }) => rmsNormReference(x, gain, 1e-5, [1, 2, 5]),
    });
  });
});
