import { describe, expect, it } from 'vitest';
import { packHalves, unpackHalves } from '../packed-numbers.ts';
import { testDevice } from '../testing/check-op.ts';
import { placeTransposed } from './transpose.ts';

describe('transposing', () => {
  const device = testDevice();

  it('writes columns of a wider matrix, bit for bit, and nothing else', async () => {
    // Arithmetic on a GPU may lose the subnormal number and the sign of the negative zero.
    const block = device().upload(Float32Array.of(1, 2, 1e-41, -0, 5, 6), [2, 3]);
    const out = device().upload(new Float32Array(12).fill(9), [3, 4]);
    placeTransposed(device(), block, out, 1);
    expect(await device().read(out)).toEqual(Float32Array.of(9, 1, -0, 9, 9, 2, 5, 9, 9, 1e-41, 6, 9));
  });

  it('writes a part of a vector', async () => {
    const out = device().zeros([5]);
    placeTransposed(device(), device().upload(Float32Array.of(7, 8), [2, 1]), out, 2);
    expect(await device().read(out)).toEqual(Float32Array.of(0, 0, 7, 8, 0));
  });

  it('writes packed f16, and a zero after an odd last row', async () => {
    const halves = (values: number[], shape: number[]) => device().upload(packHalves(values), shape, 'f16');
    const out = halves(Array<number>(12).fill(9), [2, 6]);
    placeTransposed(device(), halves([1, 2, 3, 4, 5, 6], [3, 2]), out, 2);
    const bits = await device().read(out);
    expect([...unpackHalves(new Uint32Array(bits.buffer))]).toEqual([9, 9, 1, 3, 5, 0, 9, 9, 2, 4, 6, 0]);
  });

  it('refuses a block that does not fit', () => {
    const block = device().zeros([2, 3]);
    expect(() => placeTransposed(device(), block, device().zeros([3, 4]), 3)).toThrow('does not fit');
    expect(() => placeTransposed(device(), block, device().zeros([2, 4]), 0)).toThrow('does not fit');
  });
});
