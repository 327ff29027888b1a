/**
 * @file Declares the kernels of matrix products: C = A·B, and C = Aᵀ·B for the gradient of a weight. A's element (m, k)
 * lies at m·strideM + k·strideK. matmul-software.ts is for software adapters, matmul-tiled.ts for graphics processors.
 *
 * B may be f16, for frozen weights. It is converted to f32 as it is read; products and sums are f32.
 *
 * On a graphics processor a kernel may also compute the small ops around its product. A decoding step has few rows, so
 * its dispatches cost more than its arithmetic:
 * - `norm`: the rows of A are RMS-normalised as they are read (rms-norm.ts);
 * - `gate`: B holds a gate and a factor side by side, [k, 2n], and C is their SwiGLU, [m, n] (swiglu.ts).
 *
 * Every variant adds the products of one output with ascending k, and computes norm and gate as rms-norm.ts and swiglu.ts
 * do. So all give the same bits.
 */
import { FROM_HALVES } from '../packed-numbers.ts';
import type { Kernel } from '../kernel.ts';
import type { Precision } from '../tensor.ts';

/** The small ops that a kernel computes besides the product. */
export type Fusion = 'none' | 'norm' | 'norm and gate';

/** Storage type of B by precision, and WGSL of its elements 4i to 4i + 3 as f32. */
export const READS = {
  f32: { element: 'vec4f', load: (i: string) => `b[${i}]`, functions: '' },
  f16: { element: 'vec2u', load: (i: string) => `fromHalves(b[${i}])`, functions: FROM_HALVES },
} as const satisfies Record<Precision, object>;

const INTERFACE = {
  storage: { bias: 'read vec4f', addend: 'read vec4f', c: 'write vec4f' },
  /**
   * B is [k, n], C is [m, n], n a multiple of 4. Split s (the grid's z) adds the products of k in [s·depth, (s+1)·depth)
   * into C[s]. Bias [n] and addend [m, n] are added if their flags say so, but never with a gate. A fused kernel makes no
   * splits.
   */
  uniforms: {
    m: 'u32',
    /** n / 4: columns are loaded and stored four at a time. */
    n4: 'u32',
    k: 'u32',
    strideM: 'u32',
    strideK: 'u32',
    depth: 'u32',
    hasBias: 'u32',
    hasAddend: 'u32',
  },
} as const;

/** A fused kernel also reads the norm's gain [k] and epsilon. */
export type MatmulKernel = Kernel<
  keyof typeof INTERFACE.storage | 'a' | 'b' | 'gain',
  keyof typeof INTERFACE.uniforms | 'epsilon'
>;

/** Rows and columns of C that one workgroup computes; columns a multiple of 4. */
export interface MatmulTile {
  rows: number;
  columns: number;
}

export interface PlainProduct {
  /** `rows` if A's strideK is 1, `columns` if its strideM is 1. */
  layout: 'rows' | 'columns';
  /** Precision of B. */
  precision: Precision;
  hasAddend: boolean;
}

/** A product with the small ops around it. */
export interface FusedProduct {
  /** Precision of B. */
  precision: Precision;
  fusion: Fusion;
}

/** C is [m, n], and each of its elements adds up k products. */
export interface ProductSize {
  m: number;
  k: number;
  n: number;
}

export interface TiledKernel {
  kernel: MatmulKernel;
  tile: MatmulTile;
}

/** Chooses the kernel of a product by its kind and size. */
export interface ProductKernels {
  plain(product: PlainProduct, size: ProductSize): TiledKernel;
  /** Default: small ops around a product run alone. */
  fused?(product: FusedProduct, size: ProductSize): TiledKernel;
  /** Long sums are split as if every workgroup had this tile, so that the bits do not depend on the kernel. */
  countedTile: MatmulTile;
}

/** Lists storage in binding order, then uniforms. */
export function interfaceOf(precision: Precision, fusion: Fusion): Pick<MatmulKernel, 'storage' | 'uniforms'> {
  const isNormed = fusion !== 'none';
  return {
    storage: {
      a: 'read vec4f',
      b: `read ${READS[precision].element}`,
      ...INTERFACE.storage,
      ...(isNormed && { gain: 'read vec4f' }),
    },
    uniforms: { ...INTERFACE.uniforms, ...(isNormed && { epsilon: 'f32' }) },
  } as ReturnType<typeof interfaceOf>;
}
