/** @file Sums against the same order of additions in f32: equal to the last bit, however many stages a dispatch computes. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import { describeStyles, randomArray } from '../testing/check-op.ts';
import { sumAll, sumRows } from './reduce.ts';
import { sumAllReference, sumRowsReference } from './reduce.reference.ts';

describeStyles('sums in a fixed order', (device) => {
  const dispatched = () =>
    device()
      .kernels()
      .reduce((sum, { dispatches }) => sum + dispatches, 0);
  const squares = (values: Float32Array) => values.map((value) => value * value);

  // One stage, two and three; rows at their limits, an incomplete last row, columns that no workgroup divides, four at a time.
  it.each([
    [5, 7, 1, 1],
    [128, 3, 1, 1],
    [100, 8, 4, 1],
    [129, 6, 1, 1],
    [1500, 32, 1, 1],
    [4100, 32, 4, 2],
    [4100, 32, 3, 2],
    [8192, 5, 1, 1],
    [8193, 2, 1, 2],
  ])(
    'adds up %d rows of %d columns but for %d numbers in %d dispatches',
    async (rows, columns, missing, dispatches) => {
      const tape = new Tape(device(), false);
      const values = randomArray(new RandomStream(9, rows), [rows * columns - missing]);
      const x = tape.upload(values);
      const outs = [0, 1, 2].map(() => tape.upload(new Float32Array(columns).fill(0.3)));
      const before = dispatched();
      sumRows(tape, x, columns, outs[0]);
      expect(dispatched() - before).toBe(dispatches);
      sumRows(tape, x, columns, outs[1], { add: true });
      sumRows(tape, x, columns, outs[2], { square: true });
      const [sums, added, ofSquares] = await device().readAll(outs);
      expect(sums).toEqual(sumRowsReference(values, columns));
      expect(added).toEqual(sums.map((sum) => sum + Math.fround(0.3)));
      expect(ofSquares).toEqual(sumRowsReference(squares(values), columns));
      tape.dispose();
    },
  );

  it.each([
    [1, 1],
    [255, 1],
    [32_768, 1],
    [32_769, 2],
    [600_000, 3],
  ])('adds up %d elements in %d dispatches', async (size, dispatches) => {
    const tape = new Tape(device(), false);
    const values = randomArray(new RandomStream(10, size), [size]);
    const x = tape.upload(values);
    const outs = [0, 1, 2].map(() => tape.upload(Float32Array.of(0.3)));
    const before = dispatched();
    sumAll(tape, x, outs[0]);
    expect(dispatched() - before).toBe(dispatches);
    sumAll(tape, x, outs[1], { add: true });
    sumAll(tape, x, outs[2], { square: true });
    const [[sum], [added], [ofSquares]] = await device().readAll(outs);
    expect(sum).toBe(sumAllReference(values));
    expect(added).toBe(Math.fround(sum + Math.fround(0.3)));
    expect(ofSquares).toBe(sumAllReference(squares(values)));
    tape.dispose();
  });
});
