import { expect, it } from 'vitest';
import { halfBits } from './half-float.ts';

/** The value of f16 bits, by the definition of IEEE 754. */
function valueOf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const magnitude =
    exponent === 31
      ? fraction
        ? NaN
        : Infinity
      : exponent === 0
        ? fraction * 2 ** -24
        : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

it('gives every f16 back, and rounds what lies between two of them to the nearer, or to the even one', () => {
  const wrong: string[] = [];
  const check = (value: number, bits: number) => {
    if (halfBits(value) !== bits) wrong.push(`${value} is ${halfBits(value)}, not ${bits}`);
  };
  for (let bits = 0; bits < 0x7bff; bits++) {
    for (const sign of [0, 0x8000]) check(valueOf(bits | sign), bits | sign);
    const low = valueOf(bits);
    const step = valueOf(bits + 1) - low;
    check(low + step * 0.499, bits);
    check(low + step * 0.5, bits % 2 === 0 ? bits : bits + 1);
    check(low + step * 0.501, bits + 1);
  }
  expect(wrong).toEqual([]);
});

it('keeps infinities and NaN, and what is too large becomes infinite', () => {
  expect([65519, 65520, Infinity, -Infinity, 1e30].map(halfBits)).toEqual([0x7bff, 0x7c00, 0x7c00, 0xfc00, 0x7c00]);
  expect(valueOf(halfBits(NaN))).toBeNaN();
});
