/** @file Uploads frozen tensors, and returns the f32 values that they hold. */
import type { Device } from '../device.ts';
import { packHalves, unpackHalves } from '../packed-numbers.ts';
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
