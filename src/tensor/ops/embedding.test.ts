import { it } from 'vitest';
import { checkOp, describeStyles } from '../testing/check-op.ts';
import { embedding } from './embedding.ts';

describeStyles('embedding', (device) => {
  it('embedding', async () => {
    const tokens = Uint32Array.of(3, 0, 3, 6, 3);
    await checkOp(device(), {
      inputs: { table: [4, 8] },
      op: (tape, { table }) => embedding(tape, table, tokens),
      reference: ({ table }) =>
        Float64Array.from([...tokens].flatMap((token) => [0, 1, 2, 3].map((c) => table[c * 8 + token]))),
    });
  });
});
