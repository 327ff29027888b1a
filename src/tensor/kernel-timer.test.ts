/** @file Kernels timed by the adapter's clock. */
import { expect, it } from 'vitest';
import { matmul } from './ops/matmul.ts';
import { Tape } from './tape.ts';
import { openTestDevice } from './testing/check-op.ts';
import type { Device } from './device.ts';

/** Multiplies two matrices and reads the product. */
async function multiply(device: Device): Promise<Float32Array> {
  const tape = new Tape(device, false);
  const matrix = tape.upload(
    Float32Array.from({ length: 64 * 64 }, (_, i) => Math.sin(i)),
    [64, 64],
  );
  const product = await device.read(matmul(tape, matrix, matrix));
  tape.dispose();
  return product;
}

it('adds up the times of the dispatches between on and off, and changes no result', async () => {
  const device = await openTestDevice('quad');
  const plain = await multiply(device);
  expect(device.kernels().every(({ timed }) => timed === undefined)).toBe(true);
  // SwiftShader, on which these tests run, has a clock.
  expect(await device.timeKernels(true)).toBe(true);
  expect(await multiply(device)).toEqual(plain);
  expect(await multiply(device)).toEqual(plain);
  expect(await device.timeKernels(false)).toBe(true);
  expect(await multiply(device)).toEqual(plain);
  const [report] = device.kernels();
  expect(report.dispatches).toBe(4);
  expect(report.timed!.dispatches).toBe(2);
  expect(report.timed!.nanoseconds).toBeGreaterThan(0);
  device.destroy();
});

it('times a recording that is longer than a query set', async () => {
  const device = await openTestDevice('quad');
  await device.timeKernels(true);
  const tape = new Tape(device, false);
  const matrix = tape.upload(new Float32Array(16).fill(1), [4, 4]);
  for (let i = 0; i < 2100; i++) matmul(tape, matrix, matrix);
  await device.finished();
  await device.timeKernels(false);
  expect(device.kernels()[0].timed!.dispatches).toBe(2100);
  tape.dispose();
  device.destroy();
});
