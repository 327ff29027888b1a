/**
 * @file Records dispatches and copies into one command buffer.
 *
 * No command executes before `submit`, so that a training step or several decoding steps take one submit. On the
 * software adapter a submit costs 43–108 µs, and a dispatch inside a pass 11–20 µs. Each submit writes the uniforms of
 * all recorded dispatches with one `writeBuffer`. Each dispatch has its own slot.
 */
import type { BufferPool } from './buffer-pool.ts';
import { UNIFORM_SLOT_BYTES, type Kernel } from './kernel.ts';
import type { Bindings, CompiledKernel, Grid, PipelineCache } from './pipeline-cache.ts';
import { ELEMENT_BYTES } from './tensor.ts';

/** Largest number of dispatches in a recording. One more dispatch submits the recording first. */
const MAX_DISPATCHES = 4096;
export const UNIFORM_BYTES = MAX_DISPATCHES * UNIFORM_SLOT_BYTES;
/** Largest number of bind groups kept for reuse. One more drops all of them, and they are made again when needed. */
const MAX_BIND_GROUPS = 4096;
/** Size of the buffer bound in place of a missing tensor: one vec4, the widest element type. */
const UNUSED_BYTES = 16;

export class Recorder {
  private readonly uniformBuffer: GPUBuffer;
  private readonly uniformBindGroup: GPUBindGroup;
  /** Buffer bound in place of missing tensors, because WebGPU requires a buffer for every binding. */
  private readonly unusedBuffer: GPUBuffer;
  private readonly uniformBytes = new ArrayBuffer(UNIFORM_BYTES);
  private readonly uniformWords = new Uint32Array(this.uniformBytes);
  private readonly uniformFloats = new Float32Array(this.uniformBytes);
  private readonly bindGroups = new Map<string, GPUBindGroup>();
  private encoder: GPUCommandEncoder | undefined;
  private pass: GPUComputePassEncoder | undefined;
  private dispatches = 0;

  constructor(
    private readonly gpu: GPUDevice,
    private readonly pipelines: PipelineCache,
    private readonly pool: BufferPool,
  ) {
    this.uniformBuffer = gpu.createBuffer({
      label: 'uniforms',
      size: this.uniformBytes.byteLength,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    this.unusedBuffer = gpu.createBuffer({ label: 'unused', size: UNUSED_BYTES, usage: GPUBufferUsage.STORAGE });
    this.uniformBindGroup = gpu.createBindGroup({
      layout: pipelines.uniformLayout,
      entries: [{ binding: 0, resource: { buffer: this.uniformBuffer, size: UNIFORM_SLOT_BYTES } }],
    });
  }

  /** Size of the recorder's GPU buffers in bytes. */
  get bytes(): number {
    return this.uniformBytes.byteLength + UNUSED_BYTES;
  }

  /** Records a dispatch of x × y × z workgroups. */
  run(kernel: Kernel, bindings: Bindings, uniforms: Readonly<Record<string, number>>, grid: Grid): void {
    if (this.dispatches === MAX_DISPATCHES) this.submit();
    const compiled = this.pipelines.get(kernel);
    this.encoder ??= this.gpu.createCommandEncoder();
    this.pass ??= this.encoder.beginComputePass();
    const slot = this.dispatches * UNIFORM_SLOT_BYTES;
    let word = slot / ELEMENT_BYTES;
    for (const name in kernel.uniforms)
      (kernel.uniforms[name] === 'u32' ? this.uniformWords : this.uniformFloats)[word++] = uniforms[name];
    this.pass.setPipeline(compiled.pipeline);
    this.pass.setBindGroup(0, this.bindGroup(kernel, compiled, bindings));
    this.pass.setBindGroup(1, this.uniformBindGroup, [slot]);
    this.pass.dispatchWorkgroups(...grid);
    this.dispatches++;
    compiled.dispatches++;
  }

  /** Ends the compute pass, if any. @returns the encoder, for copies */
  commands(): GPUCommandEncoder {
    this.pass?.end();
    this.pass = undefined;
    this.encoder ??= this.gpu.createCommandEncoder();
    return this.encoder;
  }

  submit(): void {
    if (!this.encoder) return;
    this.pass?.end();
    if (this.dispatches) {
      const bytes = this.dispatches * UNIFORM_SLOT_BYTES;
      this.gpu.queue.writeBuffer(this.uniformBuffer, 0, this.uniformBytes, 0, bytes);
    }
    this.gpu.queue.submit([this.encoder.finish()]);
    this.encoder = undefined;
    this.pass = undefined;
    this.dispatches = 0;
    this.pool.recordingSubmitted();
  }

  private bindGroup(kernel: Kernel, compiled: CompiledKernel, bindings: Bindings): GPUBindGroup {
    const entries: GPUBindGroupEntry[] = [];
    let key = String(compiled.id);
    for (const name in kernel.storage) {
      const tensor = bindings[name];
      if (!tensor) {
        entries.push({ binding: entries.length, resource: { buffer: this.unusedBuffer } });
        key += '|unused';
        continue;
      }
      this.pool.markUsed(tensor.buffer);
      // vec4 arrays need a multiple of 16 bytes. Rounding up stays within the buffer, whose size is a multiple of 256.
      const size = Math.max(16, Math.ceil(tensor.byteLength / 16) * 16);
      entries.push({ binding: entries.length, resource: { buffer: tensor.buffer, offset: tensor.offset, size } });
      key += `|${this.pool.id(tensor.buffer)},${tensor.offset},${size}`;
    }
    let group = this.bindGroups.get(key);
    if (!group) {
      group = this.gpu.createBindGroup({ layout: compiled.layout, entries });
      if (this.bindGroups.size >= MAX_BIND_GROUPS) this.bindGroups.clear();
      this.bindGroups.set(key, group);
    }
    return group;
  }
}
