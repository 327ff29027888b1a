/** @file Compares fused products with the separate ops, which are checked against references: equal to the last bit. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import type { Device } from '../device.ts';
import { packHalves } from '../packed-numbers.ts';
import { Tape } from '../tape.ts';
import { profiles } from '../profile.ts';
import { openDeviceOf, randomArray, sharedByTests } from '../testing/check-op.ts';
import { uploadFourBits } from '../testing/upload-frozen.ts';
import { matmul, normedMatmul, normedSwiglu } from './matmul.ts';
import { LARGE_TILE, SMALL_TILE, tiledProductsWith } from './matmul-tiled.ts';
import { rmsNorm } from './rms-norm.ts';
import { swiglu } from './swiglu.ts';

const EPSILON = 1e-5;

type Precision = 'f32' | 'f16' | 'q4';

function uploadWeights(
  device: Device,
  values: Float32Array<ArrayBuffer>,
  shape: [number, number],
  precision: Precision,
) {
  if (precision === 'q4') return uploadFourBits(device, values, shape).tensor;
  return precision === 'f16' ? device.upload(packHalves(values), shape, 'f16') : device.upload(values, shape);
}

type Case = readonly [m: number, d: number, n: number, precision: Precision];
// Shapes lie within a tile (q4) and beyond it; the inner size spans several tiles, and no unrolled loop divides it.
const EACH_PRECISION: readonly Case[] = [
  [66, 68, 72, 'f32'],
  [66, 68, 72, 'f16'],
  [7, 32, 32, 'q4'],
];

/** Large kernels take seconds to compile. They differ from the small ones by tiles only, so one precision suffices. */
describe.each([
  ['small tiles', SMALL_TILE, EACH_PRECISION],
  ['large tiles', LARGE_TILE, [[66, 68, 72, 'f16']] as readonly Case[]],
])('a product with a norm before it, %s', (_, tile, cases) => {
  const device = sharedByTests(() => openDeviceOf({ ...profiles.tiled, products: tiledProductsWith(() => tile) }));
  it.each(cases)('has the bits of the separate ops, [%d, %d] to %d columns in %s', async (m, d, n, precision) => {
    const random = new RandomStream(5, m);
    const tape = new Tape(device(), false);
    const upload = (...shape: number[]) => tape.upload(randomArray(random, shape), shape);
    const [x, gain, bias] = [upload(m, d), upload(d), upload(n)];
    const norm = { gain, epsilon: EPSILON };
    const w = uploadWeights(device(), randomArray(random, [d, n]), [d, n], precision);
    const normed = rmsNorm(tape, x, gain, EPSILON);
    const product = matmul(tape, normed, w);
    const [fused, fusedBias, fusedGate, separate, separateBias, separateGate] = await device().readAll([
      normedMatmul(tape, x, w, norm),
      normedMatmul(tape, x, w, norm, bias),
      normedSwiglu(tape, x, w, norm),
      product,
      matmul(tape, normed, w, { bias }),
      swiglu(tape, product),
    ]);
    expect(fused).toEqual(separate);
    expect(fusedBias).toEqual(separateBias);
    expect(fusedGate).toHaveLength((m * n) / 2);
    expect(fusedGate).toEqual(separateGate);
    tape.dispose();
  });
});
