/**
 * @file Named parameters in a few large buffers, so that AdamW, the gradient norm, a copy or an interpolation is one
 * dispatch over all of them. A segment never exceeds what one binding may hold.
 */
import type { Device } from './device.ts';
import { DeviceError } from './device-error.ts';
import { ELEMENT_BYTES, sizeOf, Tensor } from './tensor.ts';

export interface ParameterLayout {
  /** Elements of each segment. */
  segments: number[];
  entries: ReadonlyMap<string, { shape: readonly number[]; segment: number; start: number }>;
}

/** Views start on the alignment of storage bindings. */
const ALIGNMENT = 256 / ELEMENT_BYTES;

/**
 * Places tensors into segments, in order.
 * @throws DeviceError where one tensor alone is larger than the device binds
 */
export function layOut(
  shapes: Iterable<readonly [name: string, shape: readonly number[]]>,
  maxSegmentBytes: number,
): ParameterLayout {
  const capacity = Math.floor(maxSegmentBytes / ELEMENT_BYTES / ALIGNMENT) * ALIGNMENT;
  const segments: number[] = [];
  const entries = new Map<string, { shape: readonly number[]; segment: number; start: number }>();
  for (const [name, shape] of shapes) {
    const size = Math.ceil(sizeOf(shape) / ALIGNMENT) * ALIGNMENT;
    if (size > capacity)
      throw new DeviceError(
        'parameter-too-large',
        `Parameter ${name} takes ${size * ELEMENT_BYTES} bytes, but this graphics adapter binds at most ` +
          `${maxSegmentBytes} at once`,
        'Use a smaller model or another adapter',
        { parameter: name, bytes: size * ELEMENT_BYTES, limit: maxSegmentBytes },
      );
    if (!segments.length || segments[segments.length - 1] + size > capacity) segments.push(0);
    const segment = segments.length - 1;
    entries.set(name, { shape, segment, start: segments[segment] });
    segments[segment] += size;
  }
  return { segments, entries };
}

/** f32 tensors by name. */
export class ParameterSet {
  /** Whole buffers, [elements] each; gaps between tensors are zero and stay so. */
  readonly segments: readonly Tensor[];
  private readonly tensors = new Map<string, Tensor>();

  constructor(
    readonly device: Device,
    readonly layout: ParameterLayout,
  ) {
    this.segments = layout.segments.map((size) => device.zeros([size]));
    for (const [name, { shape, segment, start }] of layout.entries)
      this.tensors.set(name, this.segments[segment].view(shape, start));
  }

  get names(): IterableIterator<string> {
    return this.tensors.keys();
  }

  get(name: string): Tensor {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new Error(`There is no parameter "${name}".`);
    return tensor;
  }

  /** A copy on the GPU. */
  copy(): ParameterSet {
    const copy = new ParameterSet(this.device, this.layout);
    copy.assign(this);
    return copy;
  }

  /** Copies the values of a set with the same layout into this one, on the GPU. */
  assign(source: ParameterSet): void {
    this.segments.forEach((segment, i) => this.device.copy(source.segments[i], segment));
  }

  /** Gives the memory back; the set is unusable afterwards. */
  dispose(): void {
    for (const segment of this.segments) this.device.release(segment);
  }
}
