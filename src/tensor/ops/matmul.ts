/**
 * @file Matrix product with its usual epilogues: Y = X·W (+ bias) (+ residual), X [M, K], W [K, N].
 *
 * VJP: dX = dY·Wᵀ, dW = Xᵀ·dY, dBias = Σ rows of dY, dResidual = dY.
 * W may be frozen f16. W is transposed first: that costs a pass over the weights, and then one fast kernel form serves both directions.
 */
import type { Device } from '../device.ts';
import type { Precision } from '../parameters.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import type { MatmulKernel, MatmulTile } from './matmul-kernels.ts';
import { plainKernel, plainTile } from './matmul-quad.ts';
import { tiledKernel, tiledTile, tiledVariants } from './matmul-tiled.ts';
import { addProduct } from './add-product.ts';
import { sumRows } from './reduce.ts';
import { transpose } from './transpose.ts';

interface MatmulVariant {
  /** By the precision of B. */
  kernel: Record<Precision, MatmulKernel>;
  tile: MatmulTile;
}

/** The choices of `Device.matmulVariant`, the default first. All give the same bits. */
export const matmulVariants: readonly MatmulVariant[] = tiledVariants.map((variant) => ({
  kernel: { f32: tiledKernel(variant, 'f32', 'none'), f16: tiledKernel(variant, 'f16', 'none') },
  tile: tiledTile(variant, 'none'),
}));

/** Multiply-adds of a product from which on the large kernels of software adapters are worth the time to compile them. */
const LARGE_PRODUCT = 2 ** 24;

interface Choice {
  kernel: MatmulKernel;
  tile: MatmulTile;
}

/** Chooses the kernel that multiplies a [m, k] by b [k, n] (`rows`), or its transpose by b [m, n] (`columns`). */
function choose(device: Device, layout: 'rows' | 'columns', a: Tensor, b: Tensor, hasAddend: boolean): Choice {
  const precision = b.dtype === 'f16' ? 'f16' : 'f32';
  if (device.kernelStyle !== 'quad') {
    const { kernel, tile } = matmulVariants[device.matmulVariant];
    return { kernel: kernel[precision], tile };
  }
  const size = a.size * b.shape[1] < LARGE_PRODUCT ? 'small' : 'large';
  return { kernel: plainKernel({ layout, precision, hasAddend, size }), tile: plainTile(size) };
}

/** Workgroups that keep all of an adapter busy: the cores of a processor, or a graphics processor. */
const busyWorkgroups = (device: Device): number => (device.kernelStyle === 'quad' ? 8 : 256);
/**
 * The tile that is counted as a workgroup's on a software adapter. It is none of the kernels' tiles: with a tile of its
 * own, a sum has the same splits, and bits, whatever the kernels are.
 */
const COUNTED_TILE: MatmulTile = { rows: 128, columns: 16 };
/** Rows below which splitting a sum over rows does not pay. */
const MIN_SPLIT_DEPTH = 256;

/** out = a·b (+ bias) (+ residual), or out += a·b; a [m, k], b [k, n] in f32 or f16, k and n multiples of 4. */
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
  const { kernel, tile } = choose(device, 'rows', a, b, residual !== undefined);
  device.run(
    kernel,
    { a, b, bias, addend: residual, c: out },
    {
      ...{ m, n4: n / 4, k, strideM: k, strideK: 1, depth: k },
      hasBias: Number(bias !== undefined),
      hasAddend: Number(residual !== undefined),
    },
    [Math.ceil(n / tile.columns), Math.ceil(m / tile.rows)],
  );
}

/** out = aᵀ·b, or out += aᵀ·b; a [k, m], b [k, n], m and n multiples of 4. Long sums are split and added up in a fixed order. */
export function multiplyTransposed(tape: Tape, a: Tensor, b: Tensor, out: Tensor, add: boolean): void {
  const { device } = tape;
  const [k, m] = a.shape;
  const n = b.shape[1];
  checkShapes(a.shape, b.shape, k);
  const { kernel, tile } = choose(device, 'columns', a, b, false);
  const groupsOf = ({ rows, columns }: MatmulTile) => [Math.ceil(n / columns), Math.ceil(m / rows)] as const;
  const [across, down] = groupsOf(device.kernelStyle === 'quad' ? COUNTED_TILE : tile);
  const wanted = Math.ceil(busyWorkgroups(device) / (across * down));
  const splits = Math.max(1, Math.min(wanted, Math.floor(k / MIN_SPLIT_DEPTH)));
  if (splits === 1 && add)
    return throughScratch(tape, out, (scratch) => multiplyTransposed(tape, a, b, scratch, false));
  const target = splits === 1 ? out : tape.allocate([splits, m, n]);
  device.run(
    kernel,
    { a, b, bias: undefined, addend: undefined, c: target },
    { ...{ m, n4: n / 4, k, strideM: 1, strideK: m, depth: Math.ceil(k / splits) }, hasBias: 0, hasAddend: 0 },
    [...groupsOf(tile), splits],
  );
  if (splits > 1) sumRows(tape, target, m * n, out, { add });
}

export function checkShapes(a: readonly number[], b: readonly number[], k: number): void {
  if (b[0] !== k || a[1] % 4 !== 0 || b[1] % 4 !== 0)
    throw new RangeError(
      `Cannot multiply [${a.join(', ')}] and [${b.join(', ')}]: sizes must agree, and the columns of both be a multiple of 4.`,
    );
}

/**
 * Adds what `compute` writes to `out`. It is rarely needed (for a tensor that several products use), so the kernel has no
 * code for it.
 */
function throughScratch(tape: Tape, out: Tensor, compute: (scratch: Tensor) => void): void {
  const scratch = tape.allocate(out.shape);
  compute(scratch);
  addProduct(tape.device, scratch, undefined, out, true);
}

/** Y = X·W (+ bias) (+ residual). */
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
