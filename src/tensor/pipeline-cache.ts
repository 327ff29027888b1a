/**
 * @file Caches compute pipelines by source. Pipelines are created inside an error scope, because a WGSL error would
 * otherwise stay silent until results are wrong.
 */
import { CodedError } from '../common/coded-error.ts';
import { UNIFORM_SLOT_BYTES, type Kernel } from './kernel.ts';
import type { Tensor } from './tensor.ts';

/** Tensors of a dispatch, by the names of the storage bindings. */
export type Bindings = Readonly<Record<string, Tensor | undefined>>;
/** Number of workgroups of a dispatch in x, y and z. */
export type Grid = readonly [number, number, number];

export interface CompiledKernel {
  id: number;
  pipeline: GPUComputePipeline;
  /** Layout of bind group 0, which holds the storage bindings. */
  layout: GPUBindGroupLayout;
  kernel: Kernel;
  /** Number of dispatches so far, which the recorder counts. */
  dispatches: number;
}

export class PipelineCache {
  /** Layout of bind group 1, the same for every kernel: one uniform block at a dynamic offset. */
  readonly uniformLayout: GPUBindGroupLayout;
  private readonly cache = new Map<string, CompiledKernel>();
  private checked: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly gpu: GPUDevice,
    private readonly onError: (error: CodedError) => void,
  ) {
    this.uniformLayout = gpu.createBindGroupLayout({
      entries: [
        {
          binding: 0,
          visibility: GPUShaderStage.COMPUTE,
          buffer: { type: 'uniform', hasDynamicOffset: true, minBindingSize: UNIFORM_SLOT_BYTES },
        },
      ],
    });
  }

  /** Returns the kernels in the order of their first use. */
  compiled(): Iterable<CompiledKernel> {
    return this.cache.values();
  }

  get(kernel: Kernel): CompiledKernel {
    return this.cache.get(kernel.code) ?? this.create(kernel);
  }

  /** Resolves when every pipeline created so far has been checked. Errors go to `onError`. */
  async settled(): Promise<void> {
    await this.checked;
  }

  private create(kernel: Kernel): CompiledKernel {
    const { gpu } = this;
    gpu.pushErrorScope('validation');
    const layout = gpu.createBindGroupLayout({
      label: kernel.label,
      entries: Object.values(kernel.storage).map((type, binding) => ({
        binding,
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type: type.startsWith('read') ? 'read-only-storage' : 'storage' },
      })),
    });
    const module = gpu.createShaderModule({ label: kernel.label, code: kernel.code });
    const pipeline = gpu.createComputePipeline({
      label: kernel.label,
      layout: gpu.createPipelineLayout({ bindGroupLayouts: [layout, this.uniformLayout] }),
      compute: { module, entryPoint: 'main' },
    });
    const check = gpu.popErrorScope().then((error) => this.check(kernel, module, error));
    this.checked = Promise.all([this.checked, check]);
    const entry = { id: this.cache.size, layout, pipeline, kernel, dispatches: 0 };
    this.cache.set(kernel.code, entry);
    return entry;
  }

  private async check(kernel: Kernel, module: GPUShaderModule, error: GPUError | null): Promise<void> {
    if (!error) return;
    const { messages } = await module.getCompilationInfo();
    const details = messages.map((message) => `line ${message.lineNum}: ${message.message}`).join('; ');
    this.onError(new CodedError('kernel-not-built', { kernel: kernel.label, details: details || error.message }));
  }
}
