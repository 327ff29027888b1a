/** @file IEEE 754 binary16 (f16): 1 sign bit, 5 exponent bits with bias 15, 10 fraction bits. */

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/**
 * The f16 nearest to a number, as its bits; of two equally near ones the even one (IEEE's default rounding). Numbers
 * from 65520 on become infinite.
 */
export function halfBits(value: number): number {
  float[0] = value;
  const sign = (bits[0] >>> 16) & 0x8000;
  const magnitude = bits[0] & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  // The smallest number that rounds to infinity.
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  // Below the smallest normal f16, 2^-14: multiples of 2^-24.
  if (magnitude < 0x38800000) {
    // The sum has an ulp of 2^-24, so the processor rounds for us.
    float[0] = Math.abs(value) + 0.5;
    return sign | (bits[0] - 0x3f000000);
  }
  // Fraction bits that are lost: 13. Adding half of their range, less one where the result is even, rounds.
  const odd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - 0x38000000 + 0xfff + odd) >>> 13);
}

/** f16 bits of all values. */
export function toHalf(values: Float32Array): Uint16Array<ArrayBuffer> {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) halves[i] = halfBits(values[i]);
  return halves;
}
