import { expect, it } from 'vitest';
import { checkOp, describeStyles } from '../testing/check-op.ts';
import { headNorm, rmsNorm } from './rms-norm.ts';
import { rmsNormReference } from './rms-norm.reference.ts';
import { Tape } from '../tape.ts';
import { headNormReference } from './head-norm.reference.ts';

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

describeStyles('headNorm', (device) => {
  it('normalises queries and keys head by head, each with its gain, and copies values', async () => {
    const heads = { heads: 4, kvHeads: 2, headDim: 12 };
    await checkOp(device(), {
      inputs: { qkv: [5, 8 * 12], q: [12], k: [12] },
      op: (tape, { qkv, q, k }) => headNorm(tape, qkv, { q, k, epsilon: 1e-5 }, heads),
      reference: ({ qkv, q, k }) => headNormReference(qkv, { q, k }, heads, 1e-5),
    });
  });

  it('refuses heads that are no multiple of four channels', () => {
    const tape = new Tape(device(), false);
    const gain = tape.upload(new Float32Array(6));
    const qkv = tape.upload(new Float32Array(18), [1, 18]);
    expect(() =>
      headNorm(tape, qkv, { q: gain, k: gain, epsilon: 1e-5 }, { heads: 1, kvHeads: 1, headDim: 6 }),
    ).toThrow('headNorm needs a multiple of 4 channels, not 6.');
    tape.dispose();
  });
});
