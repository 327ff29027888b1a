/** @file A WebGPU whose adapter a test describes, with the device of the adapter that the test has. */
import type { Device } from '../device.ts';

/**
 * In the place of `navigator.gpu`.
 * @param info how the adapter describes itself
 * @param device properties that replace those of the real device
 */
export function fakeGpu(real: Device, info: Partial<GPUAdapterInfo>, device: Partial<GPUDevice> = {}): GPU {
  const adapter = {
    info,
    features: new Set(),
    limits: real.limits,
    requestDevice: async () =>
      new Proxy(real.gpu, {
        get: (target, name) => {
          if (name in device) return device[name as keyof GPUDevice];
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
  };
  return { requestAdapter: async () => adapter } as unknown as GPU;
}
