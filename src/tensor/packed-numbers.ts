/**
 * @file Packs numbers into IEEE 754 half precision, on the host and in WGSL.
 *
 * IEEE 754 binary16 ("f16") has 1 sign bit, 5 exponent bits with bias 15, and 10 fraction bits. The host rounds to f16,
 * because WGSL leaves the rounding of `pack2x16float` open. So the same weights give the same bits on every adapter. On
 * the GPU two neighbouring elements share a u32, with the first in the lower half, as `unpack2x16float` expects.
 */

/** Largest finite f16. */
export const LARGEST_HALF = 65504;
/** Smallest magnitude that rounds to infinity, halfway between the largest finite f16 and 2¹⁶. */
const OVERFLOW = 65520;
/** Smallest normal f16. Smaller f16 are multiples of 2⁻²⁴. */
const SMALLEST_NORMAL = 2 ** -14;

const float = new Float32Array(1);
const word = new Uint32Array(float.buffer);

/** Rounds a number to f32, then to the nearest f16, ties to even. @returns bits of the f16; infinity if out of range */
export function halfBits(value: number): number {
  float[0] = value;
  const bits = word[0];
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = Math.abs(float[0]);
  if (magnitude !== magnitude) return sign | 0x7e00;
  if (magnitude >= OVERFLOW) return sign | 0x7c00;
  // The product is exact, because it only moves the exponent.
  if (magnitude < SMALLEST_NORMAL) return sign | roundHalfEven(magnitude * 2 ** 24);
  // The exponent moves from bias 127 to bias 15. The fraction loses 13 bits, and a carry correctly raises the exponent.
  const shifted = (bits & 0x7fffffff) - ((127 - 15) << 23);
  return sign | ((shifted + 0xfff + ((shifted >>> 13) & 1)) >>> 13);
}

/** Rounds a number from 0 to 1024 to the nearest whole number, ties to even. */
function roundHalfEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  return floor + Number(rest > 0.5 || (rest === 0.5 && floor % 2 === 1));
}

/** Returns the value of an f16 given by its bits. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** WGSL: converts four neighbouring f16 to f32 exactly. */
export const FROM_HALVES = `
fn fromHalves(pair: vec2u) -> vec4f { return vec4f(unpack2x16float(pair.x), unpack2x16float(pair.y)); }`;

/** Packs numbers as f16, two in a u32. An odd last number is alone in its word. */
export function packHalves(values: ArrayLike<number>): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(values.length / 2));
  const halves = new Uint16Array(words.buffer);
  for (let i = 0; i < values.length; i++) halves[i] = halfBits(values[i]);
  return words;
}

/** Values of all f16 bit patterns, computed when first used. */
let halfValues: Float32Array | undefined;

/** Converts f16 given by their bits to f32 exactly. */
export function fromHalfBits(halves: Uint16Array): Float32Array<ArrayBuffer> {
  halfValues ??= Float32Array.from({ length: 1 << 16 }, (_, half) => halfValue(half));
  // `Float32Array.from` takes 30 times as long.
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = halfValues[halves[i]];
  return values;
}

/** Unpacks the first `length` numbers of packed f16. */
export const unpackHalves = (words: Uint32Array, length = 2 * words.length): Float32Array<ArrayBuffer> =>
  fromHalfBits(new Uint16Array(words.buffer, words.byteOffset, length));
