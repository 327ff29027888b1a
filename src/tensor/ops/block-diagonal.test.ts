import { it } from 'vitest';
import { checkOp, describeStyles } from '../testing/check-op.ts';
import { blockDiagonal, type Block } from './block-diagonal.ts';

/** The definition, element by element. */
function reference(b: Float64Array, rank: number, blocks: readonly Block[], columns: number, scale: number) {
  const packed = b.length / rank;
  const out = new Float64Array(blocks.length * rank * columns);
  let start = 0;
  blocks.forEach(({ column, width }, s) => {
    for (let k = 0; k < rank; k++)
      for (let j = 0; j < width; j++) out[(s * rank + k) * columns + column + j] = scale * b[k * packed + start + j];
    start += width;
  });
  return out;
}

describeStyles('block diagonal', (device) => {
  it.each<[string, Block[], number]>([
    [
      'three neighbours',
      [
        { column: 0, width: 8 },
        { column: 8, width: 4 },
        { column: 12, width: 4 },
      ],
      16,
    ],
    [
      'two with a gap',
      [
        { column: 0, width: 8 },
        { column: 12, width: 4 },
      ],
      16,
    ],
    ['one that is the whole', [{ column: 0, width: 12 }], 12],
    ['one at the end', [{ column: 12, width: 8 }], 20],
  ])('%s', async (_, blocks, columns) => {
    const rank = 4;
    await checkOp(device(), {
      inputs: { b: [rank, blocks.reduce((sum, { width }) => sum + width, 0)] },
      op: (tape, { b }) => blockDiagonal(tape, b, blocks, columns, 1.5),
      reference: ({ b }) => reference(b, rank, blocks, columns, 1.5),
    });
  });
});
