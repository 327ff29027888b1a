/**
 * @file Matrix product with its usual epilogues: Y = X·W (+ bias) (+ residual), X [M, K], W [K, N].
 *
 * VJP: dX = dY·Wᵀ, dW = Xᵀ·dY, dBias = Σ rows of dY, dResidual = dY.
 * W is transposed first: that costs a pass over the weights, and then one fast kernel form serves both directions.
 */
import type { Device } from '../device.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { quadNN, quadTile, quadTN, tiledNN, tiledTN, tiledVariants, type TiledVariant } from './matmul-kernels.ts';
import { sumRows } from './reduce.ts';
import { transpose } from './transpose.ts';

interface MatmulKernels {
  nn: typeof quadNN;
  tn: typeof quadTN;
  tile: { rows: number; columns: number };
}

const quad: MatmulKernels = { nn: quadNN, tn: quadTN, tile: quadTile };
const tiled = new Map<TiledVariant, MatmulKernels>(
  tiledVariants.map((variant) => [variant, { nn: tiledNN(variant), tn: tiledTN(variant), tile: variant }]),
);

const kernelsOf = (device: Device): MatmulKernels => (device.kernels === 'quad' ? quad : tiled.get(tiledVariants[0])!);

/** Workgroups that keep an adapter busy: two cores, or a graphics processor. */
const busyWorkgroups = (device: Device): number => (device.kernels === 'quad' ? 8 : 256);
/** Rows below which splitting a sum over rows does not pay. */
const MIN_SPLIT_DEPTH = 256;

/** out = a·b, or out += a·b. a [m, k], b [k, n]; k a multiple of 4. */
export function multiply(
  device: Device,
  a: Tensor,
  b: Tensor,
  out: Tensor,
  options: { bias?: Tensor; residual?: Tensor; add?: boolean } = {},
): void {
  const [m, k] = a.shape;
  const n = b.shape[1];
  if (b.shape[0] !== k || k % 4 !== 0)
    throw new RangeError(
      `Cannot multiply [${a.shape.join(', ')}] by [${b.shape.join(', ')}]: inner sizes must be equal multiples of 4.`,
    );
  const { bias, residual, add } = options;
  const { nn, tile } = kernelsOf(device);
  device.run(
    nn,
    { a, b, bias: bias ?? a, addend: residual ?? a, c: out },
    { m, n, k, hasBias: Number(bias !== undefined), addMode: residual ? 1 : add ? 2 : 0 },
    [Math.ceil(n / tile.columns), Math.ceil(m / tile.rows)],
  );
}

/** out = aᵀ·b, or out += aᵀ·b. a [k, m], b [k, n]; long sums are split and added up in a fixed order. */
export function multiplyTransposed(tape: Tape, a: Tensor, b: Tensor, out: Tensor, add: boolean): void {
  const { device } = tape;
  const [k, m] = a.shape;
  const n = b.shape[1];
  const { tn, tile } = kernelsOf(device);
  const groups = [Math.ceil(n / tile.columns), Math.ceil(m / tile.rows)] as const;
  const wanted = Math.ceil(busyWorkgroups(device) / (groups[0] * groups[1]));
  const splits = Math.max(1, Math.min(wanted, Math.floor(k / MIN_SPLIT_DEPTH)));
  const depth = Math.ceil(k / splits);
  const target = splits === 1 ? out : tape.allocate([splits, m, n]);
  device.run(tn, { a, b, c: target }, { m, n, k, depth, addMode: splits === 1 && add ? 2 : 0 }, [...groups, splits]);
  if (splits > 1) sumRows(tape, target, m * n, out, { add });
}

/** Y = X·W (+ bias) (+ residual). */
export function matmul(tape: Tape, x: Tensor, w: Tensor, options: { bias?: Tensor; residual?: Tensor } = {}): Tensor {
  const { device } = tape;
  const { bias, residual } = options;
  const [m] = x.shape;
  const n = w.shape[1];
  const y = tape.allocate([m, n]);
  multiply(device, x, w, y, options);
  const inputs = [x, w, bias, residual].filter((tensor) => tensor !== undefined);
  return tape.record(inputs, y, (dy) => {
    if (tape.needs(x)) {
      const wT = transpose(tape, w);
      tape.contribute(x, (dx, add) => multiply(device, dy, wT, dx, { add }));
    }
    tape.contribute(w, (dw, add) => multiplyTransposed(tape, x, dy, dw, add));
    if (bias) tape.contribute(bias, (db, add) => sumRows(tape, dy, n, db, { add }));
    if (residual) tape.passOn(residual, dy);
  });
}
