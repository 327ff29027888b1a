/**
 * @file Keeps named parameters in a few large buffers (segments), so that an AdamW step or a copy takes one command per
 * segment. A segment never exceeds what one binding may hold.
 */
import type { Device } from './device.ts';
import { CodedError } from '../common/coded-error.ts';
import { bytesOf, sizeOf, Tensor, type Precision } from './tensor.ts';

export interface ParameterLayout {
  /** The elements of each segment share a precision. */
  segments: readonly { size: number; precision: Precision }[];
  entries: ReadonlyMap<string, { shape: readonly number[]; segment: number; start: number }>;
}

/** Views start at multiples of this many elements, which take 256 bytes, the alignment of storage bindings. */
const ALIGNMENT: Readonly<Record<Precision, number>> = { f32: 64, f16: 128 };

/**
 * Returns a layout of tensors in segments. Tensors of the same precision keep their order.
 * @param shapes name, shape and precision (default: f32) of each tensor
 * @throws CodedError if one tensor alone is larger than the device can bind
 */
export function layOut(
  shapes: Iterable<readonly [name: string, shape: readonly number[], precision?: Precision]>,
  maxSegmentBytes: number,
): ParameterLayout {
  const segments: { size: number; precision: Precision }[] = [];
  const entries = new Map<string, { shape: readonly number[]; segment: number; start: number }>();
  for (const [name, shape, precision = 'f32'] of shapes) {
    const alignment = ALIGNMENT[precision];
    const size = Math.ceil(sizeOf(shape) / alignment) * alignment;
    const bytes = bytesOf(size, precision);
    if (bytes > maxSegmentBytes)
      throw new CodedError('parameter-too-large', { parameter: name, bytes, limit: maxSegmentBytes });
    let segment = segments.findLastIndex((one) => one.precision === precision);
    if (segment < 0 || bytesOf(segments[segment].size + size, precision) > maxSegmentBytes)
      segment = segments.push({ size: 0, precision }) - 1;
    entries.set(name, { shape, segment, start: segments[segment].size });
    segments[segment].size += size;
  }
  return { segments, entries };
}

export class ParameterSet {
  /** Each segment as one tensor, [elements]. Gaps between parameters stay zero. */
  readonly segments: readonly Tensor[];
  private readonly tensors = new Map<string, Tensor>();

  constructor(
    readonly device: Device,
    readonly layout: ParameterLayout,
  ) {
    this.segments = layout.segments.map(({ size, precision }) => device.zeros([size], precision));
    for (const [name, { shape, segment, start }] of layout.entries)
      this.tensors.set(name, this.segments[segment].view(shape, start));
  }

  /** Size on the GPU in bytes. */
  get bytes(): number {
    return this.segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get names(): IterableIterator<string> {
    return this.tensors.keys();
  }

  get(name: string): Tensor {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new Error(`There is no parameter "${name}".`);
    return tensor;
  }

  /** Returns a copy of the set, made on the GPU. */
  copy(): ParameterSet {
    const copy = new ParameterSet(this.device, this.layout);
    copy.assign(this);
    return copy;
  }

  /** Copies the values of a set with the same layout into this set, on the GPU. */
  assign(source: ParameterSet): void {
    this.segments.forEach((segment, i) => this.device.copy(source.segments[i], segment));
  }

  /** Gives the memory back. The set is unusable afterwards. */
  dispose(): void {
    for (const segment of this.segments) this.device.release(segment);
  }
}
