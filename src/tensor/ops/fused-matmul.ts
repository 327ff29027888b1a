/**
 * @file Products of a decoding step with the small ops around them in the same dispatch: RMSNorm before, SwiGLU after, the
 * correction of an adapter beside. Not differentiable; the bits are those of the ops one after the other.
 *
 * Each workgroup adds up the squares of its rows again. That is little work for few rows, and saves writing and reading
 * the normalised rows, and a dispatch.
 */
import type { Device } from '../device.ts';
import type { Precision } from '../parameters.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import {
  MOST_ADAPTER_COLUMNS,
  type AdaptedKernel,
  type FusedKernel,
  type Fusion,
  type MatmulTile,
} from './matmul-kernels.ts';
import { checkShapes } from './matmul.ts';
import { quadKernel, quadTile } from './matmul-quad.ts';
import { adaptedVariant, tiledKernel, tiledTile, tiledVariants } from './matmul-tiled.ts';

/** The step before a product: RMSNorm of its rows. */
export interface Norm {
  /** [d] */
  gain: Tensor;
  epsilon: number;
}

/** A low-rank correction of a product: + (x·p)·q, after the norm where there is one. */
export interface LowRank {
  /** [d, r] */
  p: Tensor;
  /** [r, n] */
  q: Tensor;
}

/** True if a correction is small enough to be computed in the same dispatch. */
export const isFusible = ({ p }: LowRank): boolean => p.shape[1] <= MOST_ADAPTER_COLUMNS;

interface Variant {
  kernel: FusedKernel | AdaptedKernel;
  tile: MatmulTile;
}

const kernels = new Map<string, Variant>();

function variantOf(device: Device, precision: Precision, fusion: Fusion, adapted: boolean): Variant {
  const isQuad = device.kernelStyle === 'quad';
  const tiled = adapted ? adaptedVariant : tiledVariants[device.matmulVariant];
  const key = `${isQuad ? 'quad' : tiledVariants.indexOf(tiled)} ${precision} ${fusion} ${adapted}`;
  let made = kernels.get(key);
  if (!made) {
    made = isQuad
      ? { kernel: quadKernel(precision, fusion, adapted) as FusedKernel, tile: quadTile(fusion, adapted) }
      : { kernel: tiledKernel(tiled, precision, fusion, adapted) as FusedKernel, tile: tiledTile(tiled, fusion) };
    kernels.set(key, made);
  }
  return made;
}

interface Parts {
  norm?: Norm;
  gate?: boolean;
  bias?: Tensor;
  residual?: Tensor;
  correction?: LowRank;
}

function run(tape: Tape, x: Tensor, w: Tensor, { norm, gate = false, bias, residual, correction }: Parts): Tensor {
  const { device } = tape;
  const [m, k] = x.shape;
  const n = w.shape[1];
  checkShapes(x.shape, w.shape, k);
  const columns = gate ? n / 2 : n;
  if (columns % 4 !== 0) throw new RangeError(`Gate and factor need a multiple of 4 columns each, not ${columns}.`);
  const y = tape.allocate([m, columns]);
  const fusion = gate ? 'norm and gate' : norm ? 'norm' : 'none';
  const { kernel, tile } = variantOf(device, w.dtype === 'f16' ? 'f16' : 'f32', fusion, correction !== undefined);
  device.run(
    kernel as AdaptedKernel,
    { a: x, b: w, bias, addend: residual, c: y, gain: norm?.gain, p: correction?.p, q: correction?.q },
    {
      ...{ m, n4: n / 4, k, strideM: k, strideK: 1, depth: k, epsilon: norm?.epsilon ?? 0 },
      ...{ hasBias: Number(bias !== undefined), hasAddend: Number(residual !== undefined) },
      r4: correction ? correction.p.shape[1] / 4 : 0,
    },
    [Math.ceil(columns / tile.columns), Math.ceil(m / tile.rows)],
  );
  return y;
}

/** norm(x)·W (+ bias) (+ correction): x [m, d], W [d, n] → [m, n]. */
export const normedMatmul = (
  tape: Tape,
  x: Tensor,
  w: Tensor,
  norm: Norm,
  { bias, correction }: Pick<Parts, 'bias' | 'correction'> = {},
): Tensor => run(tape, x, w, { norm, bias, correction });

/** swiglu(norm(x)·W (+ correction)): x [m, d], W [d, 2f] → [m, f]. */
export const normedSwiglu = (tape: Tape, x: Tensor, w: Tensor, norm: Norm, correction?: LowRank): Tensor =>
  run(tape, x, w, { norm, gate: true, correction });

/** x·W + residual + correction: x [m, d], W [d, n] → [m, n]. */
export const correctedMatmul = (tape: Tape, x: Tensor, w: Tensor, residual: Tensor, correction: LowRank): Tensor =>
  run(tape, x, w, { residual, correction });
