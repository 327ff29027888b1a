/**
 * @file A WebGPU that computes nothing and counts memory. Whatever runs on a device made from it allocates, binds and
 * releases exactly as on the adapter it stands for, so the memory of a program is known before a byte of it is allocated.
 */

/** The limits of an adapter that decide how much memory a program takes and may take. */
export interface AdapterLimits {
  maxBufferSize: number;
  maxStorageBufferBindingSize: number;
}

/** The demands of a rehearsed program on the GPU. */
export interface RehearsedDemand {
  /** Bytes of the largest buffer, and of the largest part of one that a kernel saw at once. */
  largestBuffer: number;
  largestBinding: number;
}

/** Values that are read back mean nothing, so no more of them are made than a reader looks at. */
const LARGEST_READING = 2 ** 20;
/** If a program reads how long its texts are, they have ended: it decodes until it looks for the first time. */
const READ_WORD = 1;

/** @returns a GPU for `Device.open`, and what is asked of it, kept up to date */
export function rehearsalGpu(limits: AdapterLimits): { gpu: GPU; demand: RehearsedDemand } {
  const demand: RehearsedDemand = { largestBuffer: 0, largestBinding: 0 };
  const nothing = () => {};
  const object = () => ({});
  const pass = {
    setPipeline: nothing,
    setBindGroup: nothing,
    dispatchWorkgroups: nothing,
    end: nothing,
  };
  const encoder = {
    beginComputePass: () => pass,
    copyBufferToBuffer: nothing,
    clearBuffer: nothing,
    finish: object,
  };
  const device = {
    limits,
    lost: new Promise(nothing),
    queue: { writeBuffer: nothing, submit: nothing, onSubmittedWorkDone: async () => {} },
    addEventListener: nothing,
    pushErrorScope: nothing,
    popErrorScope: async () => null,
    createBindGroupLayout: object,
    createPipelineLayout: object,
    createShaderModule: object,
    createComputePipeline: object,
    createBindGroup({ entries }: GPUBindGroupDescriptor) {
      for (const { resource } of entries as { resource: GPUBufferBinding }[])
        demand.largestBinding = Math.max(demand.largestBinding, resource.size ?? 0);
      return {};
    },
    createBuffer({ size }: GPUBufferDescriptor) {
      demand.largestBuffer = Math.max(demand.largestBuffer, size);
      return {
        size,
        destroy: nothing,
        mapAsync: async () => {},
        unmap: nothing,
        getMappedRange: () => ({
          slice: (start: number, end: number) =>
            new Uint32Array(Math.min(end - start, LARGEST_READING) / 4).fill(READ_WORD).buffer,
        }),
      };
    },
    createCommandEncoder: () => encoder,
    destroy: nothing,
  };
  const adapter = {
    info: {},
    features: new Set(),
    // The device asks for limits by name; those that bound no memory are of no interest here.
    limits,
    requestDevice: async () => device,
  };
  return { gpu: { requestAdapter: async () => adapter } as unknown as GPU, demand };
}
