/**
 * @file Converts the number formats of weights to f32: f16 (packed-numbers.ts), bf16 (the upper half of an f32), and
 * quantised GGUF formats (quantised-blocks.ts). All are little-endian.
 */
import { fromHalfBits } from '../../tensor/packed-numbers.ts';
import { dequantised, QUANTISED_BLOCKS, type QuantisedDtype } from './quantised-blocks.ts';

/** Dtypes that hold weights, under their names in safetensors and GGUF. */
export type WeightDtype = 'F32' | 'F16' | 'BF16' | QuantisedDtype;

/** Numbers of weights and bytes in the smallest piece of a row that can be read. */
export const WEIGHT_BLOCKS: Readonly<Record<WeightDtype, { values: number; bytes: number }>> = {
  F32: { values: 1, bytes: 4 },
  F16: { values: 1, bytes: 2 },
  BF16: { values: 1, bytes: 2 },
  ...QUANTISED_BLOCKS,
};

export const isWeightDtype = (dtype: string): dtype is WeightDtype => Object.hasOwn(WEIGHT_BLOCKS, dtype);

/** Converts bytes of a dtype to f32. Only quantised weights are rounded. The result is always a copy. */
export function toFloat32(dtype: WeightDtype, bytes: Uint8Array): Float32Array<ArrayBuffer> {
  if (dtype === 'F32') return new Float32Array(new Uint8Array(bytes).buffer);
  if (dtype !== 'F16' && dtype !== 'BF16') return dequantised(dtype, bytes);
  // Tensors may start at any byte, but typed arrays may not.
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
  const halves = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 2);
  if (dtype === 'F16') return fromHalfBits(halves);
  const values = new Float32Array(halves.length);
  const bits = new Uint32Array(values.buffer);
  for (let i = 0; i < halves.length; i++) bits[i] = halves[i] << 16;
  return values;
}
