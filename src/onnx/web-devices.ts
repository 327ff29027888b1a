/** @file The devices for graphs in a browser: WebGPU first, WebAssembly if there is none or none that is faster. */
import type { GraphDevices } from './runtime.ts';

/** @param software take a software adapter too, for tests: its WebGPU is 40 times slower than WebAssembly */
export async function webDevices(gpu: GPU | undefined, software: boolean): Promise<GraphDevices> {
  const wasm = (withoutWebGpu: GraphDevices['withoutWebGpu']): GraphDevices => ({
    order: ['wasm'],
    withoutWebGpu,
    halfPrecision: false,
  });
  if (!gpu) return wasm('no-webgpu');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return wasm('no-adapter');
  if (adapter.info.isFallbackAdapter && !software) return wasm('software-adapter');
  return { order: ['webgpu', 'wasm'], withoutWebGpu: null, halfPrecision: adapter.features.has('shader-f16') };
}
