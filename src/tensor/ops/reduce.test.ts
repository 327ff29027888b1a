/** @file Checks that sums equal a reference that adds in the same order, to the last bit. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import { describeStyles, randomArray } from '../testing/check-op.ts';
import { sumAll, sumRows } from './reduce.ts';
import { sumAllReference, sumRowsReference } from './reduce.reference.ts';

describeStyles('sums in a fixed order', (device) => {
  const squares = (values: Float32Array) => values.map((value) => value * value);

  // The cases take one, two and three stages. They include row counts at the limits and an incomplete last row.
  it.each([
    [5, 7, 1],
    [128, 3, 1],
    [129, 6, 1],
    [4100, 32, 3],
    [8193, 2, 1],
  ])('adds up %d rows of %d columns but for %d numbers', async (rows, columns, missing) => {
    const tape = new Tape(device(), false);
    const values = randomArray(new RandomStream(9, rows), [rows * columns - missing]);
    const x = tape.upload(values);
    const outs = [0, 1, 2].map(() => tape.upload(new Float32Array(columns).fill(0.3)));
    sumRows(tape, x, columns, outs[0]);
    sumRows(tape, x, columns, outs[1], { add: true });
    sumRows(tape, x, columns, outs[2], { square: true });
    const [sums, added, ofSquares] = await device().readAll(outs);
    expect(sums).toEqual(sumRowsReference(values, columns));
    expect(added).toEqual(sums.map((sum) => sum + Math.fround(0.3)));
    expect(ofSquares).toEqual(sumRowsReference(squares(values), columns));
    tape.dispose();
  });

  it.each([1, 255, 32_769, 600_000])('adds up %d elements', async (size) => {
    const tape = new Tape(device(), false);
    const values = randomArray(new RandomStream(10, size), [size]);
    const x = tape.upload(values);
    const outs = [0, 1, 2].map(() => tape.upload(Float32Array.of(0.3)));
    sumAll(tape, x, outs[0]);
    sumAll(tape, x, outs[1], { add: true });
    sumAll(tape, x, outs[2], { square: true });
    const [[sum], [added], [ofSquares]] = await device().readAll(outs);
    expect(sum).toBe(sumAllReference(values));
    expect(added).toBe(Math.fround(sum + Math.fround(0.3)));
    expect(ofSquares).toBe(sumAllReference(squares(values)));
    tape.dispose();
  });
});
