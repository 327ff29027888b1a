/**
 * @file Defines tensors. A tensor is a shape, a dtype, and a slice of a GPU buffer. The code that allocated the buffer
 * frees it.
 */

export interface AdamWSettings {
  learningRate: number;
  beta1: number;
  beta2: number;
  epsilon: number;
  /** λ of θ ← θ − lr·λ·θ, for every parameter. */
  weightDecay: number;
  /** Upper bound of the gradient's L2 norm. Longer gradients are scaled down to this norm. 0: no clipping. */
  clipNorm: number;
}

/** Element type. f16 is for frozen weights: two neighbours share a u32 (packed-numbers.ts). Rows have even lengths. */
export type DType = 'f32' | 'u32' | 'f16';

/** Precision of a parameter. Parameters that learn are f32. */
export type Precision = 'f32' | 'f16';

/** Number of bytes of an f32 or u32 element. */
export const ELEMENT_BYTES = 4;

const BITS: Readonly<Record<DType, number>> = { f32: 32, u32: 32, f16: 16 };

/** Returns the number of bytes that `elements` take in a buffer. */
export const bytesOf = (elements: number, dtype: DType): number =>
  Math.ceil((elements * BITS[dtype]) / 32) * ELEMENT_BYTES;

export const sizeOf = (shape: readonly number[]): number => shape.reduce((product, extent) => product * extent, 1);

/** A tensor whose elements are row-major and contiguous. */
export class Tensor {
  readonly size: number;

  /** Wraps a buffer. @param offset in bytes of the first element, a multiple of the binding alignment (256) */
  constructor(
    readonly shape: readonly number[],
    readonly dtype: DType,
    readonly buffer: GPUBuffer,
    readonly offset = 0,
  ) {
    this.size = sizeOf(shape);
  }

  get byteLength(): number {
    return bytesOf(this.size, this.dtype);
  }

  /**
   * Returns a tensor that shares some or all elements but may have another shape.
   * @param start first element of the view; its offset in bytes must respect the binding alignment
   */
  view(shape: readonly number[], start = 0): Tensor {
    const end = start + sizeOf(shape);
    if (end > this.size)
      throw new RangeError(`A view [${shape.join(', ')}] from element ${start} does not fit a tensor of ${this.size}.`);
    return new Tensor(shape, this.dtype, this.buffer, this.offset + bytesOf(start, this.dtype));
  }
}
