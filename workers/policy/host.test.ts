/** @file A model in its thread: the device is opened once for all models, and telemetry reports its tuning. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import type { Device, DeviceOptions } from '../../src/tensor/device.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import { PolicyHost } from './host.ts';

const folder = new URL('../../src/lm/fixtures/llama/', import.meta.url);
const files = new Map(
  ['config.json', 'generation_config.json', 'tokenizer.json', 'tokenizer_config.json', 'model.safetensors'].map(
    (name) => [name, new Uint8Array(readFileSync(fileURLToPath(new URL(name, folder))))],
  ),
);

const opened: Device[] = [];
let report: DeviceOptions['onProblem'];
const openDevice = vi.fn(async (onProblem: DeviceOptions['onProblem']) => {
  report = onProblem;
  const device = await openNodeDevice();
  opened.push(device);
  device.tuning = { by: 'measurement', variant: 3, variants: 4 };
  return device;
});
afterEach(() => {
  for (const device of opened.splice(0)) device.destroy();
  openDevice.mockClear();
});

it('opens one device for one model after another, and tells how it was tuned', async () => {
  const host = new PolicyHost(openDevice);
  expect(await host.open({ name: 'one', files })).toMatchObject({ name: 'one', family: 'llama' });
  expect(await host.open({ name: 'other', files })).toMatchObject({ name: 'other' });
  expect(openDevice).toHaveBeenCalledTimes(1);
  expect((await host.telemetry()).tuning).toEqual({ by: 'measurement', variant: 3, variants: 4 });
  await host.dispose();
});

it('reports the kernels that ran for its model', async () => {
  const host = new PolicyHost(openDevice);
  await host.open({ name: 'one', files });
  await host.score([{ prompt: [3], completion: [4, 5] }], 'current', 1);
  const kernels = await host.kernels();
  expect(kernels).toEqual(opened[0].kernels());
  expect(kernels).toContainEqual(
    expect.objectContaining({ name: 'log-probabilities', dispatches: 1, wgsl: expect.stringContaining('fn main(') }),
  );
  expect(structuredClone(kernels)).toEqual(kernels);
  await host.dispose();
});

it('opens another device after a problem with the first', async () => {
  const host = new PolicyHost(openDevice);
  await host.open({ name: 'one', files });
  report!({} as Parameters<NonNullable<typeof report>>[0]);
  await host.open({ name: 'one', files });
  expect(openDevice).toHaveBeenCalledTimes(2);
  await host.dispose();
});

it('says so where no model is loaded', async () => {
  const host = new PolicyHost(openDevice);
  await expect(host.describe()).rejects.toMatchObject({ code: 'no-model' });
});
