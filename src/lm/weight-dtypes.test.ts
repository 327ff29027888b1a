/** @file f16 rounding against a search over all f16 values; reading is tested in safetensors.test.ts. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toFloat32, toHalf } from './weight-dtypes.ts';

const everyHalf = Uint16Array.from({ length: 1 << 16 }, (_, bits) => bits);
const valueOf = toFloat32('F16', new Uint8Array(everyHalf.buffer));
/** Finite values from 0 up, at the index of their bits. */
const positive = [...valueOf.subarray(0, 0x7c00)];

/** The nearest f16, ties to the even bits, found by bisection. */
function nearest(x: number): number {
  const magnitude = Math.abs(x);
  const sign = Object.is(x, -0) || x < 0 ? 0x8000 : 0;
  let low = 0;
  let high = 0x7c00;
  // The infinity stands where the next power of two would.
  const value = (bits: number) => (bits === 0x7c00 ? 65536 : positive[bits]);
  if (magnitude >= 65536) return sign | 0x7c00;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (value(middle) <= magnitude) low = middle;
    else high = middle;
  }
  const below = magnitude - value(low);
  const above = value(high) - magnitude;
  return sign | (below < above || (below === above && low % 2 === 0) ? low : high);
}

it('gives every f16 back, and NaN as NaN', () => {
  const back = toHalf(valueOf);
  const changed = [...everyHalf].filter((bits) => !Number.isNaN(valueOf[bits]) && back[bits] !== bits);
  expect(changed).toEqual([]);
  expect([...back].filter((_, bits) => Number.isNaN(valueOf[bits])).every((bits) => (bits & 0x7fff) > 0x7c00)).toBe(
    true,
  );
});

it('rounds to the nearest, ties to even, subnormal numbers and overflow included', () => {
  const halfway = fc.nat(0x7bfe).map((bits) => Math.fround((positive[bits] + positive[bits + 1]) / 2));
  const near = fc.tuple(halfway, fc.constantFrom(-1, 0, 1)).map(([x, step]) => Math.fround(x * (1 + step * 2 ** -23)));
  const signed = fc
    .tuple(fc.oneof(near, fc.float({ noNaN: true })), fc.boolean())
    .map(([x, minus]) => (minus ? -x : x));
  fc.assert(
    fc.property(signed, (x) => {
      expect(toHalf(Float32Array.of(x))[0]).toBe(nearest(x));
    }),
    { numRuns: 5000 },
  );
  expect([...toHalf(Float32Array.of(65519.996, 65520, Infinity, 2 ** -25, -(2 ** -25) * 1.0000001))]).toEqual([
    0x7bff, 0x7c00, 0x7c00, 0, 0x8001,
  ]);
});
