/** @file Converts every f16 to a number and back, and checks rounding to the nearest, ties to even. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { halfBits, halfValue, packHalves, unpackHalves } from './packed-numbers.ts';

describe('f16', () => {
  it('gives every finite f16 its own bits back', () => {
    for (let bits = 0; bits < 1 << 16; bits++) {
      const value = halfValue(bits);
      if (Number.isNaN(value)) expect(halfValue(halfBits(value))).toBeNaN();
      else if (halfBits(value) !== bits) expect.fail(`${bits} became ${halfBits(value)}`);
    }
  });

  it('rounds to the nearest f16, ties to the even one', () => {
    const random = new RandomStream(3, 3);
    for (let i = 0; i < 4000; i++) {
      const low = random.integer(0x7bff);
      const [below, above] = [halfValue(low), halfValue(low + 1)];
      const middle = (below + above) / 2;
      expect(halfBits(middle)).toBe(low % 2 === 0 ? low : low + 1);
      const value = Math.fround(below + random.next() * (above - below));
      expect(halfBits(-value) & 0x7fff).toBe(value < middle || (value === middle && low % 2 === 0) ? low : low + 1);
    }
    expect([65519, 65520, -1e9, 2 ** -26, 2 ** -25, 1.5 * 2 ** -25].map(halfBits)).toEqual([
      0x7bff, 0x7c00, 0xfc00, 0, 0, 1,
    ]);
  });

  it('packs pairs, the first in the lower half', () => {
    expect([...packHalves([1, -2, 0.5])]).toEqual([0xc0003c00, 0x3800]);
    expect([...unpackHalves(packHalves([1, -2, 0.5]), 3)]).toEqual([1, -2, 0.5]);
  });
});
