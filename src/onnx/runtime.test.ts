import { expect, it } from 'vitest';
import { webDevices } from './runtime.ts';

const gpu = (info: Partial<GPUAdapterInfo> | null, ...features: string[]): GPU =>
  ({ requestAdapter: async () => info && { info, features: new Set(features) } }) as unknown as GPU;

it('prefers WebGPU, with the WebAssembly behind it', async () => {
  const device = { order: ['webgpu', 'wasm'], withoutWebGpu: null };
  expect(await webDevices(gpu({}), false)).toEqual({ ...device, halfPrecision: false });
  expect(await webDevices(gpu({}, 'shader-f16'), false)).toEqual({ ...device, halfPrecision: true });
  expect(await webDevices(gpu({ isFallbackAdapter: true }), true)).toMatchObject(device);
});

it('says why it takes the WebAssembly alone', async () => {
  expect(await webDevices(undefined, false)).toMatchObject({ order: ['wasm'], withoutWebGpu: 'no WebGPU here' });
  expect(await webDevices(gpu(null), false)).toMatchObject({ order: ['wasm'], withoutWebGpu: 'no WebGPU adapter' });
  const software = await webDevices(gpu({ isFallbackAdapter: true }), false);
  expect(software).toMatchObject({ order: ['wasm'], withoutWebGpu: expect.stringContaining('software') });
});
