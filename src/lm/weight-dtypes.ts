/**
 * @file The number formats of weights in a file: f32, f16 (IEEE 754 binary16: 1 sign bit, 5 exponent bits with bias 15,
 * 10 fraction bits) and bf16 (the upper half of an f32), little-endian. The engine computes in f32.
 */

/** Dtypes that hold weights, under their safetensors names. */
export const WEIGHT_DTYPES = ['F32', 'F16', 'BF16'] as const;
export type WeightDtype = (typeof WEIGHT_DTYPES)[number];

export const isWeightDtype = (dtype: string): dtype is WeightDtype =>
  (WEIGHT_DTYPES as readonly string[]).includes(dtype);

/** Bytes of a dtype as f32, exactly; always a copy. */
export function toFloat32(dtype: WeightDtype, bytes: Uint8Array): Float32Array<ArrayBuffer> {
  if (dtype === 'F32') return new Float32Array(new Uint8Array(bytes).buffer);
  // Tensors may start at any byte, typed arrays may not.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  const halves = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2);
  const values = new Float32Array(halves.length);
  if (dtype === 'BF16') {
    const bits = new Uint32Array(values.buffer);
    for (let i = 0; i < halves.length; i++) bits[i] = halves[i] << 16;
  } else {
    halfValues ??= Float32Array.from({ length: 1 << 16 }, (_, half) => halfToFloat(half));
    for (let i = 0; i < halves.length; i++) values[i] = halfValues[halves[i]];
  }
  return values;
}

/** Value of every f16 bit pattern; made on first use. */
let halfValues: Float32Array | undefined;

function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** f16 bits of f32 values, rounded to the nearest, ties to even; beyond ±65520 an infinity. */
export function toHalf(values: Float32Array): Uint16Array<ArrayBuffer> {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) halves[i] = floatBitsToHalf(bits[i]);
  return halves;
}

const F32_INFINITY = 0x7f800000;
/** Bits of 65520, halfway between the largest f16 and the power of two above it. */
const OVERFLOW = 0x477ff000;
/** Bits of 2^−14, the smallest normal f16. */
const SMALLEST_NORMAL = 0x38800000;
/** The exponent biases differ by 112; an f16 has 13 fraction bits fewer. */
const BIAS_DIFFERENCE = 112 << 23;
const DROPPED_BITS = 13;

function floatBitsToHalf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > F32_INFINITY) return sign | 0x7e00;
  if (magnitude >= OVERFLOW) return sign | 0x7c00;
  if (magnitude >= SMALLEST_NORMAL) return sign | roundShift(magnitude - BIAS_DIFFERENCE, DROPPED_BITS);
  // Subnormal: a multiple of 2^−24. The f32 is fraction · 2^(exponent − 150), with its implicit bit in the fraction.
  const exponent = magnitude >>> 23;
  const dropped = 126 - exponent;
  return dropped > 24 ? sign : sign | roundShift((magnitude & 0x7fffff) | 0x800000, dropped);
}

/** value / 2^dropped, rounded to the nearest, ties to even. A carry into the exponent is what rounding up means. */
const roundShift = (value: number, dropped: number): number =>
  (value + (1 << (dropped - 1)) - 1 + ((value >>> dropped) & 1)) >>> dropped;
