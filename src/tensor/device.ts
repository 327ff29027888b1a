/**
 * @file Opens a WebGPU device. The device takes memory from a pool (buffer-pool.ts), records commands (recorder.ts) and
 * caches pipelines by source (pipeline-cache.ts). It reports errors as CodedError.
 *
 * A buffer released while recording may be reused at once, because the queue executes in order. Only `upload` must not
 * reuse such a buffer, because an upload acts before the recorded commands. `upload` takes another buffer or, if the
 * data are large, submits the commands first.
 */
import { BufferPool } from './buffer-pool.ts';
import type { Kernel } from './kernel.ts';
import { PipelineCache } from './pipeline-cache.ts';
import { Recorder } from './recorder.ts';
import { profileOf, type KernelStyle, type Profile } from './profile.ts';
import { CodedError } from '../common/coded-error.ts';
import { bytesOf, sizeOf, Tensor, type DType } from './tensor.ts';
import { fastestWait, type Wait } from './wait.ts';

export interface DeviceOptions {
  /** Receives the first error: a lost device, a refused operation, or a kernel that does not compile. */
  onProblem?: (problem: CodedError) => void;
  /** Kernels and their sizes; default: the profile that suits the adapter. */
  profile?: Profile;
  /**
   * Waits for a promise of the GPU without using the processor. Default: the fastest wait on this device (wait.ts). (In
   * Node, Dawn polls in a busy loop, which takes half of a two-core machine away from a software adapter.)
   */
  wait?: Wait;
  /** Creates the error for a missing adapter. The default error tells the user what to do in the browser. */
  noAdapter?: () => CodedError;
}

export interface AdapterDescription {
  /** Name shown to the user, such as `google swiftshader`. */
  name: string;
  /** Device and driver, for cache keys. Empty in browsers that hide them. */
  details: string;
  /** True if the adapter computes on the CPU. */
  isFallback: boolean;
}

const noWebGpu = () => new CodedError('no-webgpu');
const noAdapter = () => new CodedError('no-adapter');
const noAdapterAgain = () => new CodedError('adapter-withdrawn');

/** True after a device was lost. If no adapter is found after a loss, the browser has withdrawn it. */
let hasLostDevice = false;

export class Device {
  private readonly pipelines: PipelineCache;
  private readonly pool: BufferPool;
  private readonly recorder: Recorder;
  private problem: CodedError | undefined;

  private constructor(
    readonly gpu: GPUDevice,
    readonly adapter: AdapterDescription,
    readonly profile: Profile,
    private readonly onProblem: (problem: CodedError) => void,
    private readonly wait: Wait,
  ) {
    this.pipelines = new PipelineCache(gpu, (error) => this.report(error));
    this.pool = new BufferPool(gpu, () => this.recorder.submit());
    this.recorder = new Recorder(gpu, this.pipelines, this.pool);
    gpu.addEventListener('uncapturederror', (event) => {
      event.preventDefault();
      const error = new CodedError('operation-refused', { details: event.error.message });
      // The browser also refuses to run a kernel that could not be built. The build error says more, so it comes first.
      void this.pipelines.settled().then(() => this.report(error));
    });
    void gpu.lost.then((info) => {
      if (info.reason === 'destroyed') return;
      hasLostDevice = true;
      this.report(new CodedError('device-lost', { details: info.message }));
    });
  }

  /**
   * Opens a device with the adapter's own limits.
   * @param gpu `navigator.gpu`, or the object that npm `webgpu` creates; undefined if there is none
   * @throws CodedError if there is no WebGPU or no adapter
   */
  static async open(gpu: GPU | undefined, options: DeviceOptions = {}): Promise<Device> {
    if (!gpu) throw noWebGpu();
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw (options.noAdapter ?? (hasLostDevice ? noAdapterAgain : noAdapter))();
    const { info } = adapter;
    const isFallback = info.isFallbackAdapter ?? false;
    const { profile = profileOf(adapter) } = options;
    const requiredLimits: Record<string, number> = {};
    for (const name of REQUESTED_LIMITS) requiredLimits[name] = adapter.limits[name];
    const device = await adapter.requestDevice({ requiredLimits, requiredFeatures: [...profile.features] });
    const name = [info.vendor, info.architecture || info.description].filter(Boolean).join(' ') || 'unnamed adapter';
    return new Device(
      device,
      { name, details: [info.device, info.description].filter(Boolean).join(' '), isFallback },
      profile,
      options.onProblem ?? (() => {}),
      options.wait ?? (await fastestWait(device)),
    );
  }

  get limits(): GPUSupportedLimits {
    return this.gpu.limits;
  }

  /** Bytes of all GPU buffers, including free buffers in the pool. */
  get bytes(): number {
    return this.pool.bytes + this.recorder.bytes;
  }

  get peakBytes(): number {
    return this.pool.peakBytes + this.recorder.bytes;
  }

  /** Bytes of the GPU buffers that tensors use. */
  get bytesInUse(): number {
    return this.pool.bytesInUse;
  }

  /** Runs `work`. @returns the largest value of `bytesInUse` meanwhile */
  async peakOf(work: () => Promise<void>): Promise<number> {
    this.pool.measureFromHere();
    await work();
    return this.pool.peakInUse;
  }

  /** Lists the kernels in the order of their first use. `dispatches` counts since the device was opened. */
  kernels(): { name: string; wgsl: string; dispatches: number }[] {
    return Array.from(this.pipelines.compiled(), ({ kernel, dispatches }) => ({
      name: kernel.label,
      wgsl: kernel.code,
      dispatches,
    }));
  }

  /** Returns a tensor with undefined contents. */
  allocate(shape: readonly number[], dtype: DType = 'f32'): Tensor {
    return new Tensor(shape, dtype, this.pool.take(bytesOf(sizeOf(shape), dtype)).buffer);
  }

  zeros(shape: readonly number[], dtype: DType = 'f32'): Tensor {
    const tensor = this.allocate(shape, dtype);
    this.clear(tensor);
    return tensor;
  }

  /**
   * Creates a tensor that contains `data`.
   * @param dtype type of the elements; default: the array's; f16 for words that hold packed pairs (packed-numbers.ts)
   */
  upload(
    data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    shape: readonly number[] = [data.length],
    dtype: DType = data instanceof Float32Array ? 'f32' : 'u32',
  ): Tensor {
    if (bytesOf(sizeOf(shape), dtype) !== data.byteLength)
      throw new RangeError(`${data.byteLength} bytes do not fill a tensor of shape [${shape.join(', ')}].`);
    const { buffer, usedByRecording } = this.pool.take(data.byteLength, { idle: true });
    if (usedByRecording) this.flush();
    if (data.byteLength) this.gpu.queue.writeBuffer(buffer, 0, data);
    return new Tensor(shape, dtype, buffer);
  }

  /**
   * Overwrites a tensor's contents. Commands recorded so far still see the old contents.
   * @param data all elements; f16 elements are packed in pairs (packed-numbers.ts)
   */
  write(tensor: Tensor, data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): void {
    if (data.byteLength !== tensor.byteLength)
      throw new RangeError(`${data.byteLength} bytes do not fill a tensor of ${tensor.byteLength}.`);
    this.flush();
    this.gpu.queue.writeBuffer(tensor.buffer, tensor.offset, data);
  }

  /** Gives a tensor's whole buffer back to the pool. Call it only for tensors made by this device, not for views. */
  release(tensor: Tensor): void {
    this.pool.give(tensor.buffer);
  }

  /**
   * Records a dispatch. Bindings are matched by name and may be views.
   * @param bindings a binding may be undefined only if the uniforms tell the kernel not to touch it
   */
  run<S extends string, U extends string>(
    kernel: Kernel<S, U>,
    bindings: Record<S, Tensor | undefined>,
    uniforms: Record<U, number>,
    [x, y = 1, z = 1]: readonly [number, number?, number?],
  ): void {
    if (x * y * z > 0) this.recorder.run(kernel, bindings, uniforms, [x, y, z]);
  }

  /** Records a copy of all elements. Both tensors must have the same size. */
  copy(source: Tensor, target: Tensor): void {
    if (source.byteLength !== target.byteLength)
      throw new RangeError(`Cannot copy ${source.byteLength} bytes into ${target.byteLength}.`);
    this.recorder
      .commands()
      .copyBufferToBuffer(source.buffer, source.offset, target.buffer, target.offset, source.byteLength);
    this.pool.markUsed(source.buffer, target.buffer);
  }

  /** Records setting all elements to zero. */
  clear(tensor: Tensor): void {
    if (tensor.size === 0) return;
    this.recorder.commands().clearBuffer(tensor.buffer, tensor.offset, tensor.byteLength);
    this.pool.markUsed(tensor.buffer);
  }

  /** Submits the recorded commands. */
  flush(): void {
    if (this.problem) throw this.problem;
    this.recorder.submit();
  }

  /** Submits the recorded commands, and waits until the GPU has done all submitted work. */
  async finished(): Promise<void> {
    this.flush();
    await this.wait(this.gpu.queue.onSubmittedWorkDone());
    if (this.problem) throw this.problem;
  }

  /**
   * Submits the recorded commands, waits and reads a tensor back.
   * @throws CodedError if a kernel did not compile, an operation was refused or the device is lost
   */
  async read(tensor: Tensor): Promise<Float32Array<ArrayBuffer>> {
    return (await this.readAll([tensor]))[0];
  }

  /** Reads tensors in one round trip, which costs 0.5 ms on the software adapter. Returns u32 and f16 as raw bits. */
  async readAll(tensors: readonly Tensor[]): Promise<Float32Array<ArrayBuffer>[]> {
    const bytes = tensors.reduce((sum, tensor) => sum + tensor.byteLength, 0);
    const staging = this.pool.takeStaging(bytes);
    let offset = 0;
    for (const tensor of tensors) {
      if (tensor.size)
        this.recorder.commands().copyBufferToBuffer(tensor.buffer, tensor.offset, staging, offset, tensor.byteLength);
      offset += tensor.byteLength;
    }
    this.flush();
    try {
      await this.pipelines.settled();
      if (this.problem) throw this.problem;
      await this.wait(staging.mapAsync(GPUMapMode.READ));
    } catch (error) {
      // On a lost device, mapping is rejected before `lost` resolves. Wait for the error of `lost`; it explains more.
      await Promise.resolve();
      throw this.problem ?? error;
    }
    const all = staging.getMappedRange();
    offset = 0;
    const results = tensors.map((tensor) => {
      const result = new Float32Array(all.slice(offset, offset + tensor.byteLength));
      offset += tensor.byteLength;
      return result;
    });
    staging.unmap();
    this.pool.giveStaging(staging);
    return results;
  }

  /** Frees all memory. The device is unusable afterwards. */
  destroy(): void {
    this.gpu.destroy();
  }

  private report(error: CodedError): void {
    if (this.problem) return;
    this.problem = error;
    this.onProblem(error);
  }
}

/** Returns memory limits and kernel style of the device that `Device.open` would open, or null without an adapter. */
export async function adapterLimits(
  gpu: GPU | undefined,
): Promise<
  (Pick<GPUSupportedLimits, 'maxBufferSize' | 'maxStorageBufferBindingSize'> & { kernelStyle: KernelStyle }) | null
> {
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return null;
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  return { kernelStyle: profileOf(adapter).kernelStyle, maxBufferSize, maxStorageBufferBindingSize };
}

/** Limits that decide how large models and workgroups can be. The device requests the most that the adapter offers. */
const REQUESTED_LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
] as const;
