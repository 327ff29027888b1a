/** @file What several jobs ask of a device: the rate of its matrix kernel alone, and how many dispatches there were. */
import type { Device } from '../src/tensor/device.ts';
import { packHalves } from '../src/tensor/half.ts';
import { multiply } from '../src/tensor/ops/matmul.ts';
import { Tape } from '../src/tensor/tape.ts';
import type { DType } from '../src/tensor/tensor.ts';

/** They are timed together. */
const PRODUCTS = 4;

export type Product = readonly [m: number, n: number, k: number];

/**
 * Operations per second of [m, k] · [k, n] with the device's current variant; the first product, which compiles, does not count.
 * @param dtype of the second matrix
 */
export async function productRate(device: Device, [m, n, k]: Product, dtype: DType = 'f32'): Promise<number> {
  const tape = new Tape(device, false);
  // Products of zeros take less power, and so may be faster.
  const values = (size: number) => Float32Array.from({ length: size }, (_, i) => Math.sin(i + 1));
  const factor = values(k * n);
  const [a, b, c] = [
    tape.upload(values(m * k), [m, k]),
    dtype === 'f16' ? tape.upload(packHalves(factor), [k, n], dtype) : tape.upload(factor, [k, n]),
    tape.allocate([m, n]),
  ];
  const run = async (count: number) => {
    for (let i = 0; i < count; i++) multiply(tape, a, b, c);
    await device.read(c.view([4]));
  };
  await run(1);
  const start = performance.now();
  await run(PRODUCTS);
  const seconds = (performance.now() - start) / 1000;
  tape.dispose();
  return (PRODUCTS * 2 * m * k * n) / seconds;
}

/** Dispatches since the device was opened. */
export const dispatchesOf = (device: Device): number =>
  device.kernels().reduce((sum, { dispatches }) => sum + dispatches, 0);
