/**
 * @file Times kernels by the adapter's own clock (WebGPU's `timestamp-query`): each dispatch in a pass of its own, with a
 * timestamp at either end. That changes no result, but the passes take time themselves, so nothing is timed unless asked.
 *
 * Browsers round timestamps (Chrome to 0.1 ms), so the time of one short dispatch may read 0; sums over many are right.
 */
import type { CompiledKernel } from './pipeline-cache.ts';

/** Dispatches that one query set times: WebGPU allows 4096 queries, two for each. */
const MOST_DISPATCHES = 2048;
const TIMESTAMP_BYTES = 8;

export class KernelTimer {
  private readonly queries: GPUQuerySet;
  private readonly resolved: GPUBuffer;
  /** The kernels timed since the last submit, in order. */
  private kernels: CompiledKernel[] = [];
  private readonly pending = new Set<Promise<void>>();

  constructor(
    private readonly gpu: GPUDevice,
    private readonly wait: <T>(promise: Promise<T>) => Promise<T>,
  ) {
    const count = 2 * MOST_DISPATCHES;
    this.queries = gpu.createQuerySet({ label: 'times', type: 'timestamp', count });
    this.resolved = gpu.createBuffer({
      label: 'times',
      size: count * TIMESTAMP_BYTES,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
  }

  /** True if the recording must be submitted before another dispatch can be timed. */
  get isFull(): boolean {
    return this.kernels.length === MOST_DISPATCHES;
  }

  /** The descriptor of a compute pass that holds one dispatch of this kernel. */
  time(kernel: CompiledKernel): GPUComputePassDescriptor {
    const first = 2 * this.kernels.length;
    this.kernels.push(kernel);
    return {
      timestampWrites: { querySet: this.queries, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 },
    };
  }

  /**
   * Ends a recording with the copy of its times.
   * @returns to be called once the recording is submitted: reads the times and adds them to their kernels
   */
  finish(encoder: GPUCommandEncoder): () => void {
    const { kernels } = this;
    if (kernels.length === 0) return () => {};
    this.kernels = [];
    const size = 2 * kernels.length * TIMESTAMP_BYTES;
    const staging = this.gpu.createBuffer({ size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    encoder.resolveQuerySet(this.queries, 0, 2 * kernels.length, this.resolved, 0);
    encoder.copyBufferToBuffer(this.resolved, 0, staging, 0, size);
    return () => {
      // A lost device rejects the mapping, and says so where its results are read.
      const reading = this.read(staging, kernels).catch(() => {});
      this.pending.add(reading);
      void reading.then(() => this.pending.delete(reading));
    };
  }

  /** Resolves when the times of everything submitted so far are added up. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }

  private async read(staging: GPUBuffer, kernels: readonly CompiledKernel[]): Promise<void> {
    await this.wait(staging.mapAsync(GPUMapMode.READ));
    const times = new BigUint64Array(staging.getMappedRange());
    kernels.forEach(({ timed }, i) => {
      timed.dispatches++;
      // Timestamps of some adapters can go backwards across passes.
      timed.nanoseconds += Math.max(0, Number(times[2 * i + 1] - times[2 * i]));
    });
    staging.destroy();
  }
}
