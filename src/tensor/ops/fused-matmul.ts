/**
 * @file Products of a decoding step with the small ops around them in the same dispatch: RMSNorm before, SwiGLU after. Not
 * differentiable; the bits are those of rmsNorm, matmul and swiglu one after the other.
 *
 * Each workgroup adds up the squares of its rows again. That is little work for few rows, and saves writing and reading
 * the normalised rows, and a dispatch.
 */
import type { Device } from '../device.ts';
import type { Precision } from '../parameters.ts';
import type { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import type { Fusion, FusedKernel, MatmulTile } from './matmul-kernels.ts';
import { checkShapes } from './matmul.ts';
import { quadKernel, quadTile } from './matmul-quad.ts';
import { tiledKernel, tiledTile, tiledVariants } from './matmul-tiled.ts';

/** What is done before a product: RMSNorm of its rows. */
export interface Norm {
  /** [d] */
  gain: Tensor;
  epsilon: number;
}

const kernels = new Map<string, { kernel: FusedKernel; tile: MatmulTile }>();

function variantOf(device: Device, precision: Precision, fusion: Exclude<Fusion, 'none'>) {
  const isQuad = device.family === 'quad';
  const key = `${isQuad ? 'quad' : device.matmulVariant} ${precision} ${fusion}`;
  let made = kernels.get(key);
  if (!made) {
    const variant = tiledVariants[device.matmulVariant];
    made = isQuad
      ? { kernel: quadKernel(precision, fusion), tile: quadTile(fusion) }
      : { kernel: tiledKernel(variant, precision, fusion), tile: tiledTile(variant, fusion) };
    kernels.set(key, made);
  }
  return made;
}

function run(tape: Tape, x: Tensor, w: Tensor, norm: Norm, fusion: Exclude<Fusion, 'none'>, bias?: Tensor): Tensor {
  const { device } = tape;
  const [m, k] = x.shape;
  const n = w.shape[1];
  checkShapes(x.shape, w.shape, k);
  const columns = fusion === 'norm and gate' ? n / 2 : n;
  if (columns % 4 !== 0) throw new RangeError(`Gate and factor need a multiple of 4 columns each, not ${columns}.`);
  const y = tape.allocate([m, columns]);
  const { kernel, tile } = variantOf(device, w.dtype === 'f16' ? 'f16' : 'f32', fusion);
  device.run(
    kernel,
    { a: x, b: w, bias, addend: undefined, c: y, gain: norm.gain },
    {
      ...{ m, n4: n / 4, k, strideM: k, strideK: 1, depth: k, epsilon: norm.epsilon },
      ...{ hasBias: Number(bias !== undefined), hasAddend: 0 },
    },
    [Math.ceil(columns / tile.columns), Math.ceil(m / tile.rows)],
  );
  return y;
}

/** norm(x)·W (+ bias): x [m, d], W [d, n] → [m, n]. */
export const normedMatmul = (tape: Tape, x: Tensor, w: Tensor, norm: Norm, bias?: Tensor): Tensor =>
  run(tape, x, w, norm, 'norm', bias);

/** swiglu(norm(x)·W): x [m, d], W [d, 2f] → [m, f]. */
export const normedSwiglu = (tape: Tape, x: Tensor, w: Tensor, norm: Norm): Tensor =>
  run(tape, x, w, norm, 'norm and gate');
