/**
 * @file Compiles each kernel once for all test files of a process. On the software adapter, compiling a kernel takes
 * 0.1 to 2 s, but running it takes milliseconds. Many files use the same kernels.
 *
 * All `Device`s with the same limits share one `GPUDevice`. Each `Device` has its own buffers and can be destroyed
 * alone.
 */
import { appendFileSync } from 'node:fs';
import { create, globals } from 'webgpu';
import { keepAlive } from '../node.ts';

/** File that receives each kernel's source as a line of JSON, to test whether Firefox accepts it. Default: none. */
const { GENENV_KERNELS } = process.env;

type End = Pick<GPUDeviceLostInfo, 'reason' | 'message'>;

/** Returns a view of the real device. Destroying the view destroys only the buffers made through it. */
function viewOf(real: GPUDevice, pipelines: Map<string, GPUComputePipeline>): GPUDevice {
  const buffers: GPUBuffer[] = [];
  const codes = new WeakMap<GPUShaderModule, string>();
  let end: (info: End) => void = () => {};
  const lost = new Promise<End>((resolve) => (end = resolve));
  void real.lost.then(end);
  const errors = new EventTarget();
  const pass = ({ error }: GPUUncapturedErrorEvent) =>
    errors.dispatchEvent(Object.assign(new Event('uncapturederror'), { error }));
  real.addEventListener('uncapturederror', pass);

  const own = {
    lost,
    addEventListener: errors.addEventListener.bind(errors),
    removeEventListener: errors.removeEventListener.bind(errors),
    createBuffer(descriptor: GPUBufferDescriptor) {
      const buffer = real.createBuffer(descriptor);
      buffers.push(buffer);
      return buffer;
    },
    createShaderModule(descriptor: GPUShaderModuleDescriptor) {
      const module = real.createShaderModule(descriptor);
      codes.set(module, descriptor.code);
      return module;
    },
    createComputePipeline(descriptor: GPUComputePipelineDescriptor) {
      const code = codes.get(descriptor.compute.module)!;
      const known = pipelines.get(code);
      if (known) return known;
      if (GENENV_KERNELS) appendFileSync(GENENV_KERNELS, `${JSON.stringify(code)}\n`);
      const pipeline = real.createComputePipeline(descriptor);
      pipelines.set(code, pipeline);
      return pipeline;
    },
    destroy() {
      for (const buffer of buffers) buffer.destroy();
      real.removeEventListener('uncapturederror', pass);
      end({ reason: 'destroyed', message: '' });
    },
  };
  return new Proxy(real, {
    get(_, name) {
      const value: unknown = Reflect.get(name in own ? own : real, name);
      return typeof value === 'function' && !(name in own) ? (value.bind(real) as unknown) : value;
    },
  });
}

/** Returns a replacement for `navigator.gpu` whose adapters share devices. */
function sharedGpu(dawn: GPU): GPU {
  const devices = new Map<string, Promise<[GPUDevice, Map<string, GPUComputePipeline>]>>();
  const requestAdapter = async (options: GPURequestAdapterOptions) => {
    const adapter = await dawn.requestAdapter(options);
    if (!adapter) return null;
    const requestDevice = async ({ requiredLimits }: GPUDeviceDescriptor) => {
      // Devices of all kernel styles share kernels, so all devices get the feature that only `quad` needs.
      const requiredFeatures = (['subgroups'] as const).filter((name) => adapter.features.has(name));
      const descriptor = { requiredLimits, requiredFeatures };
      const key = JSON.stringify(descriptor);
      const open = async (): Promise<[GPUDevice, Map<string, GPUComputePipeline>]> => [
        await adapter.requestDevice(descriptor),
        new Map(),
      ];
      const made = devices.get(key) ?? open();
      devices.set(key, made);
      return viewOf(...(await made));
    };
    return { info: adapter.info, features: adapter.features, limits: adapter.limits, requestDevice };
  };
  return { requestAdapter } as unknown as GPU;
}

Object.assign(globalThis, globals);
keepAlive.dawn ??= sharedGpu(create(process.env.GENENV_DAWN_FLAGS?.split(' ') ?? []));
