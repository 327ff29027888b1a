/**
 * @file Matrix products, WGSL: C = A·B, and C = Aᵀ·B for the gradient of a weight. One kernel serves both: A's element
 * (m, k) lies at m·strideM + k·strideK. matmul-quad.ts is for software adapters, matmul-tiled.ts for graphics processors.
 *
 * B may be f16, for frozen weights: it is read in f16 and multiplied and added up in f32.
 *
 * A kernel may also compute the small ops around its product. A decoding step has few rows, so it pays for dispatches
 * rather than for arithmetic:
 * - `norm`: the rows of A are RMS-normalised as they are read (rms-norm.ts);
 * - `gate`: B holds a gate and a factor side by side, [k, 2n], and C is their SwiGLU, [m, n] (swiglu.ts).
 *
 * Every variant adds the products of one output in the same order, k ascending, and computes norm and gate as the kernels
 * of their own do. So all give the same bits.
 */
import { FROM_HALVES } from '../half.ts';
import type { Kernel } from '../kernel.ts';
import type { Precision } from '../parameters.ts';

export const times = (count: number, emit: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => emit(i)).join('\n');

/** What a kernel computes besides the product. */
export type Fusion = 'none' | 'norm' | 'norm and gate';

/** How four neighbouring elements of B are stored and read. */
export const READS = {
  f32: { type: 'read vec4f', load: (index: string) => `b[${index}]`, functions: '' },
  f16: { type: 'read vec2u', load: (index: string) => `fromHalves(b[${index}])`, functions: FROM_HALVES },
} as const satisfies Record<Precision, object>;

const INTERFACE = {
  storage: { a: 'read f32', bias: 'read vec4f', addend: 'read vec4f', c: 'write vec4f' },
  /**
   * B is [k, n], C is [m, n], n a multiple of 4. Split s (the grid's z) adds the products of k in [s·depth, (s+1)·depth) into C[s].
   * Bias [n] and addend [m, n] are added where their flags say so. A fused kernel makes no splits, and with a gate it adds
   * neither of the two.
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

type Storage = keyof typeof INTERFACE.storage | 'b';
type Uniforms = keyof typeof INTERFACE.uniforms;
export type MatmulKernel = Kernel<Storage, Uniforms>;
/** With the gain [k] and the epsilon of the norm. */
export type FusedKernel = Kernel<Storage | 'gain', Uniforms | 'epsilon'>;
/** The kernel that a fusion makes. */
export type KernelOf<F extends Fusion> = F extends 'none' ? MatmulKernel : FusedKernel;

/** Storage in the order of the bindings, and uniforms; the type is that of a fused kernel, which has the most. */
export function interfaceOf(precision: Precision, fusion: Fusion): Pick<FusedKernel, 'storage' | 'uniforms'> {
  const { a, ...others } = INTERFACE.storage;
  const storage = { a, b: READS[precision].type, ...others };
  const fused = { storage: { ...storage, gain: 'read f32' }, uniforms: { ...INTERFACE.uniforms, epsilon: 'f32' } };
  return (fusion === 'none' ? { storage, uniforms: INTERFACE.uniforms } : fused) as ReturnType<typeof interfaceOf>;
}

/** What the label of a kernel says of its fusion. */
export const labelOf = (kind: string, fusion: Fusion): string =>
  ({ none: `matmul ${kind}`, norm: `norm, matmul ${kind}`, 'norm and gate': `norm, matmul, swiglu ${kind}` })[fusion];

/** Rows and columns of C that one workgroup computes; columns a multiple of 4. */
export interface MatmulTile {
  rows: number;
  columns: number;
}
