/**
 * @file GPU buffers by size class, for reuse. Creating a buffer also zeroes it, which costs far more than a dispatch; and
 * the scratch memory of one training step has nearly the same sizes as that of the next.
 */

/** Buffers are multiples of this, the alignment of storage bindings. */
const GRANULE_BYTES = 256;
/** Size classes per doubling: at most a fifth of a buffer is wasted. */
const CLASSES_PER_OCTAVE = 4;

interface PooledBuffer {
  id: number;
  /** The recording which last used the buffer. */
  recording: number;
}

function sizeClass(bytes: number): number {
  const granules = Math.max(1, Math.ceil(bytes / GRANULE_BYTES));
  const step = Math.max(1, 2 ** Math.floor(Math.log2(granules)) / CLASSES_PER_OCTAVE);
  return Math.ceil(granules / step) * step * GRANULE_BYTES;
}

export class BufferPool {
  /** Bytes of all buffers made, handed out or free. */
  bytes = 0;
  private readonly free = new Map<number, GPUBuffer[]>();
  private readonly freeStaging = new Map<number, GPUBuffer[]>();
  private readonly known = new Map<GPUBuffer, PooledBuffer>();
  private recording = 0;

  constructor(private readonly gpu: GPUDevice) {}

  /** A buffer of at least this many bytes, and whether commands not yet submitted use it. */
  take(bytes: number): { buffer: GPUBuffer; usedByRecording: boolean } {
    const size = sizeClass(bytes);
    const buffer = this.free.get(size)?.pop();
    if (buffer) return { buffer, usedByRecording: this.known.get(buffer)!.recording === this.recording };
    const made = this.gpu.createBuffer({
      size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
    });
    this.bytes += size;
    this.known.set(made, { id: this.known.size, recording: -1 });
    return { buffer: made, usedByRecording: false };
  }

  give(buffer: GPUBuffer): void {
    push(this.free, buffer);
  }

  /** A number that names the buffer. */
  id(buffer: GPUBuffer): number {
    return this.known.get(buffer)!.id;
  }

  markUsed(...buffers: GPUBuffer[]): void {
    for (const buffer of buffers) this.known.get(buffer)!.recording = this.recording;
  }

  recordingSubmitted(): void {
    this.recording++;
  }

  /** A buffer to map for reading. */
  takeStaging(bytes: number): GPUBuffer {
    const size = sizeClass(bytes);
    const buffer = this.freeStaging.get(size)?.pop();
    if (buffer) return buffer;
    this.bytes += size;
    return this.gpu.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  }

  giveStaging(buffer: GPUBuffer): void {
    push(this.freeStaging, buffer);
  }
}

function push(lists: Map<number, GPUBuffer[]>, buffer: GPUBuffer): void {
  const list = lists.get(buffer.size);
  if (list) list.push(buffer);
  else lists.set(buffer.size, [buffer]);
}
