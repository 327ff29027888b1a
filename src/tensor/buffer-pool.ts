/**
 * @file Reuses GPU buffers by size class. WebGPU zeroes every new buffer, which costs far more than a dispatch.
 * Training steps need scratch buffers of nearly the same sizes again and again.
 *
 * If a new buffer would make the pool much larger than what was ever in use at once, the pool destroys free buffers,
 * largest first.
 */

/** Alignment of storage bindings. Buffer sizes are multiples of it. */
const GRANULE_BYTES = 256;
/** Number of size classes per doubling of the size. With four classes, at most a fifth of a buffer is wasted. */
const CLASSES_PER_OCTAVE = 4;
/** The pool may hold more memory than was ever in use at once: this share of that memory, plus this many bytes. */
const SPARE_SHARE = 1 / 16;
const SPARE_BYTES = 64 * 2 ** 20;
/** Size of the largest upload that gets a new buffer if recorded commands use all free buffers. */
const MAX_IDLE_BYTES = 2 ** 16;

interface PooledBuffer {
  id: number;
  /** Number of the recording that last used the buffer. */
  recording: number;
}

/** Returns the size of the buffer that holds this many bytes. */
export function bufferBytes(bytes: number): number {
  const granules = Math.max(1, Math.ceil(bytes / GRANULE_BYTES));
  const step = Math.max(1, 2 ** Math.floor(Math.log2(granules)) / CLASSES_PER_OCTAVE);
  return Math.ceil(granules / step) * step * GRANULE_BYTES;
}

export class BufferPool {
  /** Bytes of all buffers, handed out or free. */
  bytes = 0;
  peakBytes = 0;
  /** Bytes of the buffers handed out. */
  bytesInUse = 0;
  /** Largest value that `bytesInUse` has had since `measureFromHere`. */
  peakInUse = 0;
  private mostInUse = 0;
  private readonly free = new Map<number, GPUBuffer[]>();
  private readonly freeStaging = new Map<number, GPUBuffer[]>();
  private readonly known = new Map<GPUBuffer, PooledBuffer>();
  private recording = 0;
  private nextId = 0;

  /** Creates an empty pool. @param submit submits recorded commands, so that the buffers they use may be destroyed */
  constructor(
    private readonly gpu: GPUDevice,
    private readonly submit: () => void,
  ) {}

  /**
   * Returns a buffer of at least `bytes` bytes. `usedByRecording` is true if commands that are not yet submitted use
   * the buffer.
   * @param idle if true, prefers a buffer that no recorded command uses; see MAX_IDLE_BYTES
   */
  take(bytes: number, { idle = false } = {}): { buffer: GPUBuffer; usedByRecording: boolean } {
    const size = bufferBytes(bytes);
    this.bytesInUse += size;
    this.mostInUse = Math.max(this.mostInUse, this.bytesInUse);
    this.peakInUse = Math.max(this.peakInUse, this.bytesInUse);
    const free = this.free.get(size) ?? [];
    const isUsed = (one: GPUBuffer) => this.known.get(one)!.recording === this.recording;
    const at = idle ? free.findLastIndex((one) => !isUsed(one)) : free.length - 1;
    if (at >= 0 || (free.length > 0 && size > MAX_IDLE_BYTES)) {
      const [buffer] = free.splice(at, 1);
      return { buffer, usedByRecording: isUsed(buffer) };
    }
    this.makeRoom(size);
    const made = this.gpu.createBuffer({
      size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    this.hold(size);
    this.known.set(made, { id: this.nextId++, recording: -1 });
    return { buffer: made, usedByRecording: false };
  }

  measureFromHere(): void {
    this.peakInUse = this.bytesInUse;
  }

  give(buffer: GPUBuffer): void {
    this.bytesInUse -= buffer.size;
    push(this.free, buffer);
  }

  id(buffer: GPUBuffer): number {
    return this.known.get(buffer)!.id;
  }

  markUsed(...buffers: GPUBuffer[]): void {
    for (const buffer of buffers) this.known.get(buffer)!.recording = this.recording;
  }

  recordingSubmitted(): void {
    this.recording++;
  }

  /** Returns a buffer to map for reading. */
  takeStaging(bytes: number): GPUBuffer {
    const size = bufferBytes(bytes);
    const buffer = this.freeStaging.get(size)?.pop();
    if (buffer) return buffer;
    this.hold(size);
    return this.gpu.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  }

  giveStaging(buffer: GPUBuffer): void {
    push(this.freeStaging, buffer);
  }

  private hold(bytes: number): void {
    this.bytes += bytes;
    this.peakBytes = Math.max(this.peakBytes, this.bytes);
  }

  /** Destroys free buffers if a new buffer of `bytes` bytes would make the pool too large. */
  private makeRoom(bytes: number): void {
    const allowed = this.mostInUse * (1 + SPARE_SHARE) + SPARE_BYTES;
    if (this.bytes + bytes <= allowed) return;
    this.submit();
    const sizes = [...this.free.keys()].sort((a, b) => b - a);
    for (const size of sizes)
      for (const list = this.free.get(size)!; list.length && this.bytes + bytes > allowed;) {
        const buffer = list.shift()!;
        this.known.delete(buffer);
        this.bytes -= size;
        buffer.destroy();
      }
  }
}

function push(lists: Map<number, GPUBuffer[]>, buffer: GPUBuffer): void {
  const list = lists.get(buffer.size);
  if (list) list.push(buffer);
  else lists.set(buffer.size, [buffer]);
}
