/**
 * @file Multiplies matrices: Y = X·W (+ bias) (+ residual), X [M, K], W [K, N]. W may be frozen f16.
 *
 * VJP: dX = dY·Wᵀ, dW = Xᵀ·dY, dBias = Σ rows of dY, dResidual = dY. W is transposed first, so that one fast kernel
 * serves both directions. Transposing costs a pass over the weights.
 *
 * On a graphics processor, the products of a decoding step include small ops: RMSNorm before, SwiGLU after. Fused
 * products are not differentiable, and give the same bits as separate ops. Each workgroup computes the norm of its rows
 * again. A decoding step has few rows, so this costs less than a dispatch and the memory traffic of normalised rows.
 */
import type { Device } from '../device.ts';
import type { Profile } from '../profile.ts';
import type { Tape } from '../tape.ts';
import type { Precision, Tensor } from '../tensor.ts';
import { addProduct } from './map.ts';
import type { ProductSize, TiledKernel } from './matmul-kernels.ts';
import { sumRows } from './reduce.ts';
import { transpose } from './transpose.ts';

const precisionOf = ({ dtype }: Tensor): Precision => (dtype === 'u32' ? 'f32' : dtype);

interface ProductTensors {
  a: Tensor;
  b: Tensor;
  /** Product, [m, n] or, if sums are split, [splits, m, n]. */
  c: Tensor;
  bias?: Tensor;
  addend?: Tensor;
  norm?: Norm;
}

/** Parameters of the RMSNorm of A's rows. */
interface Norm {
  /** Gain of the norm, [k]. */
  gain: Tensor;
  epsilon: number;
}

/**
 * Runs the kernel of a product.
 * @param sizes A is [m, k], or [k, m] if `isTransposed`; B is [k, n]; C has `columns` columns, by default n
 */
function runProduct(
  device: Device,
  { kernel, tile }: TiledKernel,
  { norm, ...tensors }: ProductTensors,
  sizes: { m: number; n: number; k: number; columns?: number; isTransposed?: boolean; splits?: number },
): void {
  const { m, n, k, columns = n, isTransposed = false, splits = 1 } = sizes;
  const { a, b, c, bias, addend } = tensors;
  device.run(
    kernel,
    { a, b, c, bias, addend, gain: norm?.gain },
    {
      ...{
        m,
        n4: n / 4,
        k,
        strideM: isTransposed ? 1 : k,
        strideK: isTransposed ? m : 1,
        depth: Math.ceil(k / splits),
      },
      hasBias: Number(bias !== undefined),
      hasAddend: Number(addend !== undefined),
      epsilon: norm?.epsilon ?? 0,
    },
    [Math.ceil(columns / tile.columns), Math.ceil(m / tile.rows), splits],
  );
}

/** Smallest number of products in a split. Shorter splits cost more time than they save. */
const MIN_SPLIT_DEPTH = 256;

/**
 * Computes out = a·b (+ bias) (+ residual), or out += a·b with `add`. a is [m, k] and b is [k, n] in f32 or f16. k and
 * n are multiples of 4.
 */
export function multiply(
  tape: Tape,
  a: Tensor,
  b: Tensor,
  out: Tensor,
  options: { bias?: Tensor; residual?: Tensor; add?: boolean } = {},
): void {
  const { device } = tape;
  const [m, k] = a.shape;
  const n = b.shape[1];
  checkShapes(a.shape, b.shape, k);
  const { bias, residual, add } = options;
  if (add) return throughScratch(tape, out, (scratch) => multiply(tape, a, b, scratch));
  const hasAddend = residual !== undefined;
  const product = { layout: 'rows', precision: precisionOf(b), hasAddend } as const;
  const kernel = device.profile.products.plain(product, { m, k, n });
  runProduct(device, kernel, { a, b, c: out, bias, addend: residual }, { m, n, k });
}

/** Returns the number of parts that the sums of a transposed product are split into. */
export function splitsOf({ products, busyWorkgroups }: Profile, { m, k, n }: ProductSize): number {
  const { rows, columns } = products.countedTile;
  const wanted = Math.ceil(busyWorkgroups / (Math.ceil(n / columns) * Math.ceil(m / rows)));
  return Math.max(1, Math.min(wanted, Math.floor(k / MIN_SPLIT_DEPTH)));
}

/**
 * Computes out = aᵀ·b, or out += aᵀ·b with `add`. a is [k, m] and b is [k, n]. m and n are multiples of 4. Long sums
 * are split and added up in a fixed order.
 */
export function multiplyTransposed(tape: Tape, a: Tensor, b: Tensor, out: Tensor, add: boolean): void {
  const { device } = tape;
  const [k, m] = a.shape;
  const n = b.shape[1];
  checkShapes(a.shape, b.shape, k);
  const { products } = device.profile;
  const product = { layout: 'columns', precision: precisionOf(b), hasAddend: false } as const;
  const kernel = products.plain(product, { m, k, n });
  const splits = splitsOf(device.profile, { m, k, n });
  if (splits === 1 && add)
    return throughScratch(tape, out, (scratch) => multiplyTransposed(tape, a, b, scratch, false));
  const target = splits === 1 ? out : tape.allocate([splits, m, n]);
  runProduct(device, kernel, { a, b, c: target }, { m, n, k, isTransposed: true, splits });
  if (splits > 1) sumRows(tape, target, m * n, out, { add });
}

function checkShapes(a: readonly number[], b: readonly number[], k: number): void {
  if (b[0] !== k || a[1] % 4 !== 0 || b[1] % 4 !== 0)
    throw new RangeError(
      `Cannot multiply [${a.join(', ')}] and [${b.join(', ')}]: sizes must agree, and the columns of both be a multiple of 4.`,
    );
}

/** Adds to `out` what `compute` writes. The kernels themselves cannot add to their output. */
function throughScratch(tape: Tape, out: Tensor, compute: (scratch: Tensor) => void): void {
  const scratch = tape.allocate(out.shape);
  compute(scratch);
  addProduct(tape.device, scratch, undefined, out, true);
}

/** Returns Y = X·W (+ bias) (+ residual). */
export function matmul(tape: Tape, x: Tensor, w: Tensor, options: { bias?: Tensor; residual?: Tensor } = {}): Tensor {
  const { bias, residual } = options;
  const [m] = x.shape;
  const n = w.shape[1];
  const y = tape.allocate([m, n]);
  multiply(tape, x, w, y, options);
  const inputs = [x, w, bias, residual].filter((tensor) => tensor !== undefined);
  return tape.record(inputs, y, (dy) => {
    if (tape.needs(x)) {
      const wT = transpose(tape, w);
      tape.contribute(x, (dx, add) => multiply(tape, dy, wT, dx, { add }));
    }
    tape.contribute(w, (dw, add) => multiplyTransposed(tape, x, dy, dw, add));
    if (bias) tape.contribute(bias, (db, add) => sumRows(tape, dy, n, db, { add }));
    if (residual) tape.passOn(residual, dy);
  });
}

/** Returns true if the device has kernels that fuse products with the small ops around them. */
export const canFuse = ({ profile }: Device): boolean => profile.products.fused !== undefined;

function fused(tape: Tape, x: Tensor, w: Tensor, norm: Norm, { gate = false, bias }: FusedOptions): Tensor {
  const { device } = tape;
  const [m, k] = x.shape;
  const n = w.shape[1];
  checkShapes(x.shape, w.shape, k);
  const columns = gate ? n / 2 : n;
  if (columns % 4 !== 0) throw new RangeError(`Gate and factor need a multiple of 4 columns each, not ${columns}.`);
  const y = tape.allocate([m, columns]);
  const product = { precision: precisionOf(w), fusion: gate ? 'norm and gate' : 'norm' } as const;
  const kernel = device.profile.products.fused!(product, { m, k, n });
  runProduct(device, kernel, { a: x, b: w, c: y, bias, norm }, { m, n, k, columns });
  return y;
}

interface FusedOptions {
  gate?: boolean;
  bias?: Tensor;
}

/** Returns norm(x)·W (+ bias): x [m, d], W [d, n] → [m, n]. Requires `canFuse`. */
export const normedMatmul = (tape: Tape, x: Tensor, w: Tensor, norm: Norm, bias?: Tensor): Tensor =>
  fused(tape, x, w, norm, { bias });

/** Returns swiglu(norm(x)·W): x [m, d], W [d, 2f] → [m, f]. Requires `canFuse`. */
export const normedSwiglu = (tape: Tape, x: Tensor, w: Tensor, norm: Norm): Tensor =>
  fused(tape, x, w, norm, { gate: true });
