/**
 * @file Products of a decoding step with the small ops around them in the same dispatch: RMSNorm before, SwiGLU after, the
 * correction of an adapter beside. Not differentiable; the bits are those of the ops one after the other.
 *
 * Each workgroup adds up the squares of its rows again. That is little work for few rows, and saves writing and reading
 * the normalised rows, and a dispatch.
 */
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { MOST_ADAPTER_COLUMNS } from './matmul-kernels.ts';
import { checkShapes, precisionOf, runProduct, type LowRank, type Norm } from './matmul.ts';

/** True if a correction is small enough to be computed in the same dispatch. */
export const isFusible = ({ p }: LowRank): boolean => p.shape[1] <= MOST_ADAPTER_COLUMNS;

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
  const product = { precision: precisionOf(w), fusion, adapted: correction !== undefined } as const;
  const kernel = device.profile.products.fused(product, { m, k, n });
  runProduct(device, kernel, { a: x, b: w, c: y, bias, addend: residual, norm, correction }, { m, n, k, columns });
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
