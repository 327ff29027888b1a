/** @file A frozen f16 tensor on the device, and the f32 values that it holds. */
import type { Device } from '../device.ts';
import { packHalves, unpackHalves } from '../half.ts';
import type { Tensor } from '../tensor.ts';

export function uploadHalves(
  device: Device,
  values: Float32Array,
  shape: readonly number[],
): { tensor: Tensor; rounded: Float32Array<ArrayBuffer> } {
  const packed = packHalves(values);
  const tensor = device.allocate(shape, 'f16');
  device.write(tensor, packed);
  return { tensor, rounded: unpackHalves(packed) };
}
