/** @file In the page's threads the kernels are tuned on a graphics processor, and left alone otherwise. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TuningCache } from '../../src/tensor/autotune.ts';
import type { Device } from '../../src/tensor/device.ts';
import { openNodeDevice } from '../../src/tensor/node.ts';
import { fakeGpu } from '../../src/tensor/testing/fake-gpu.ts';
import { openTunedDevice } from './open-device.ts';

let real: Device;
beforeAll(async () => {
  real = await openNodeDevice();
});
afterAll(() => real?.destroy());

/** Knows a choice already, so that nothing is measured here. */
function cacheHolding(variant: number): TuningCache & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get(key) {
      asked.push(key);
      return variant;
    },
    set: async () => expect.fail('measured'),
    exclusively: (work) => work(),
  };
}

const open = (info: Partial<GPUAdapterInfo>, cache: TuningCache, enabled = true) =>
  openTunedDevice(undefined, { gpu: fakeGpu(real, info), tuning: { cache, enabled, runtime: 'browser 1' } });

it('tunes a graphics processor', async () => {
  const cache = cacheHolding(2);
  const device = await open({ vendor: 'maker', architecture: 'new', isFallbackAdapter: false }, cache);
  expect(device.tuning).toEqual({ by: 'cache', variant: 2, variants: 6 });
  expect(device.matmulVariant).toBe(2);
  expect(cache.asked).toEqual([expect.stringMatching(/^matmul \w{12}, maker new , browser 1$/)]);
});

it('does not where the address switches it off, nor on a software adapter', async () => {
  const cache = cacheHolding(2);
  const gpu = { vendor: 'maker', isFallbackAdapter: false };
  expect((await open(gpu, cache, false)).tuning).toEqual({ by: 'default', reason: 'switched-off' });
  const software = await open({ vendor: 'google', isFallbackAdapter: true }, cache);
  expect(software.tuning).toEqual({ by: 'default', reason: 'software-adapter' });
  expect(cache.asked).toEqual([]);
});
