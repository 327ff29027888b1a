/**
 * @file Declares the kernels of matrix products: C = A·B, and C = Aᵀ·B for the gradient of a weight. A's element (m, k)
 * lies at m·strideM + k·strideK. matmul-software.ts is for software adapters, matmul-tiled.ts for graphics processors.
 *
 * B may be f16, for frozen weights. A kernel converts B to f32 when it reads B. Products and sums are f32.
 *
 * On a graphics processor a kernel may also compute the small ops around its product. A decoding step has few rows, so
 * its dispatches cost more than its arithmetic:
 * - `norm`: the rows of A are RMS-normalised as they are read (rms-norm.ts);
 * - `gate`: B holds a gate and a factor side by side, [k, 2n], and C is their SwiGLU, [m, n] (swiglu.ts).
 *
 * Every variant adds the products of one output with ascending k. Norm and gate are computed as in rms-norm.ts and
 * swiglu.ts. So all variants give the same bits.
 */
import { FROM_HALVES } from '../packed-numbers.ts';
import type { Kernel } from '../kernel.ts';
import type { Precision } from '../tensor.ts';

/** Small ops that a kernel computes besides the product. */
export type Fusion = 'none' | 'norm' | 'norm and gate';

/** Storage type of B, and WGSL that loads its elements 4i to 4i + 3 as f32, by the precision of B. */
export const READS = {
  f32: { element: 'vec4f', load: (i: string) => `b[${i}]`, functions: '' },
  f16: { element: 'vec2u', load: (i: string) => `fromHalves(b[${i}])`, functions: FROM_HALVES },
} as const satisfies Record<Precision, object>;

const INTERFACE = {
  storage: { bias: 'read vec4f', addend: 'read vec4f', c: 'write vec4f' },
  /**
   * B is [k, n], C is [m, n], and n is a multiple of 4. Split s (the grid's z) adds the products of k in [s·depth,
   * (s+1)·depth) into C[s]. `hasBias` adds a bias [n], and `hasAddend` an addend [m, n]. Kernels with a gate ignore
   * both. A fused kernel makes no splits.
   */
  uniforms: {
    m: 'u32',
    /** n / 4, because columns are loaded and stored four at a time. */
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

/** Number of rows and columns of C that one workgroup computes. `columns` is a multiple of 4. */
export interface MatmulTile {
  rows: number;
  columns: number;
}

export interface PlainProduct {
  /** Memory layout of A: `rows` if strideK is 1, `columns` if strideM is 1. */
  layout: 'rows' | 'columns';
  /** Precision of B. */
  precision: Precision;
  hasAddend: boolean;
}

/** A product together with small ops around it. */
export interface FusedProduct {
  /** Precision of B. */
  precision: Precision;
  fusion: Fusion;
}

/** Size of a product: C is [m, n], and each element of C adds up k products. */
export interface ProductSize {
  m: number;
  k: number;
  n: number;
}

export interface TiledKernel {
  kernel: MatmulKernel;
  tile: MatmulTile;
}

/** Functions that choose the kernel of a product by kind and size. */
export interface ProductKernels {
  plain(product: PlainProduct, size: ProductSize): TiledKernel;
  /** Chooses a kernel that includes small ops. Default: small ops run in their own dispatches. */
  fused?(product: FusedProduct, size: ProductSize): TiledKernel;
  /** Tile that decides how many parts a sum is split into. The kernels of a profile share it and so give equal bits. */
  countedTile: MatmulTile;
}

/** Returns the storage, in binding order, and the uniforms of a kernel. */
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
