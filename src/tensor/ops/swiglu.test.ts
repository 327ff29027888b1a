import { it } from 'vitest';
import { checkOp, describeStyles } from '../testing/check-op.ts';
import { swiglu } from './swiglu.ts';
import { swigluReference } from './swiglu.reference.ts';

describeStyles('swiglu', (device) => {
  it('swiglu', async () => {
    await checkOp(device(), {
      inputs: { x: [5, 24] },
      op: (tape, { x }) => swiglu(tape, x),
      reference: ({ x }) => swigluReference(x, 12),
    });
  });
});
