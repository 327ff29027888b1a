/** @file A graphics processor that tests pretend to have, on top of the adapter they do have. */
import type { Device } from '../device.ts';

/** What `navigator.gpu` would be; its adapter says of itself what `info` says, and opens the device of `real`. */
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
