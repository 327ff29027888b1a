/** @file Uploads frozen tensors, and returns the f32 values that they hold. */
import type { Device } from '../device.ts';
import { packHalves, roundedToFourBits, unpackHalves } from '../packed-numbers.ts';
import { placeFourBits } from '../ops/transpose.ts';
import type { Tensor } from '../tensor.ts';

interface Frozen {
  tensor: Tensor;
  rounded: Float32Array<ArrayBuffer>;
}

export function uploadHalves(device: Device, values: Float32Array, shape: readonly number[]): Frozen {
  const packed = packHalves(values);
  const tensor = device.allocate(shape, 'f16');
  device.write(tensor, packed);
  return { tensor, rounded: unpackHalves(packed) };
}

const transposed = (values: Float32Array, [rows, columns]: readonly number[]): Float32Array<ArrayBuffer> =>
  Float32Array.from(values, (_, i) => values[(i % rows) * columns + Math.floor(i / rows)]);

/** @param shape [k, n]; k is a multiple of 32, n of 16 (packed-numbers.ts) */
export function uploadFourBits(device: Device, values: Float32Array, shape: readonly number[]): Frozen {
  const [k, n] = shape;
  const asInFiles = transposed(values, shape);
  const tensor = device.allocate(shape, 'q4');
  // In two parts, as a fused matrix is written.
  for (const first of [0, n / 2])
    placeFourBits(device, asInFiles.subarray(first * k, (first + n / 2) * k), [n / 2, k], tensor, first);
  return { tensor, rounded: transposed(roundedToFourBits(asInFiles, n, k), [n, k]) };
}
