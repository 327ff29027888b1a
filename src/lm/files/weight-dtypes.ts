/**
 * @file The number formats of weights in a file: f32, f16 (half.ts) and bf16 (the upper half of an f32), little-endian.
 */
import { halfValue } from '../../tensor/half.ts';

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
    halfValues ??= Float32Array.from({ length: 1 << 16 }, (_, half) => halfValue(half));
    for (let i = 0; i < halves.length; i++) values[i] = halfValues[halves[i]];
  }
  return values;
}

/** Value of every f16 bit pattern; made on first use. */
let halfValues: Float32Array | undefined;
