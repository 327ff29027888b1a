/**
 * @file Compares fused products with the separate ops, which are checked against references: they are equal to the last
 * bit. That takes over ten seconds because it compiles 40 kernels.
 */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import type { Device } from '../device.ts';
import { BLOCK, packHalves } from '../packed-numbers.ts';
import { Tape } from '../tape.ts';
import { profiles, type Profile } from '../profile.ts';
import { describeStyles, KERNEL_STYLES, openDeviceOf, randomArray, sharedByTests } from '../testing/check-op.ts';
import { uploadFourBits } from '../testing/upload-frozen.ts';
import { correctedMatmul, isFusible, matmul, normedMatmul, normedSwiglu } from './matmul.ts';
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

const tiledWith = (tile: typeof LARGE_TILE): Profile => ({
  ...profiles.tiled,
  products: tiledProductsWith(() => tile),
});

type Case = readonly [m: number, d: number, n: number, precision: Precision];
// Shapes lie within a tile (q4) and beyond it; the inner size spans several tiles, and no unrolled loop divides it.
const EACH_PRECISION: readonly Case[] = [
  [66, 68, 72, 'f32'],
  [66, 68, 72, 'f16'],
  [7, 32, 32, 'q4'],
];
/** Large kernels take seconds to compile. They differ from the small ones by tiles only, so one precision suffices. */
const PROFILES: [string, Profile, readonly Case[]][] = [
  // Quads use their large kernels from 2²⁰ multiply-adds and 2¹⁴ weights on.
  ['quads', profiles.quad, [...EACH_PRECISION, [66, 132, 136, 'f32']]],
  ['small tiles', tiledWith(SMALL_TILE), EACH_PRECISION],
  ['large tiles', tiledWith(LARGE_TILE), [[66, 68, 72, 'f16']]],
];

describe.each(PROFILES.slice(KERNEL_STYLES.includes('quad') ? 0 : 1))(
  'a product with a norm before it, %s',
  (_, profile, cases) => {
    const device = sharedByTests(() => openDeviceOf(profile));
    it.each(cases)('has the bits of the separate ops, [%d, %d] to %d columns in %s', async (m, d, n, precision) => {
      const random = new RandomStream(5, m);
      const tape = new Tape(device(), false);
      const upload = (...shape: number[]) => tape.upload(randomArray(random, shape), shape);
      const [x, gain, bias] = [upload(m, d), upload(d), upload(n)];
      const norm = { gain, epsilon: EPSILON };
      const w = uploadWeights(device(), randomArray(random, [d, n]), [d, n], precision);
      const normed = rmsNorm(tape, x, gain, EPSILON);
      const product = matmul(tape, normed, w);
      const apart = [product, matmul(tape, normed, w, { bias }), swiglu(tape, product)];
      const together = [
        normedMatmul(tape, x, w, norm),
        normedMatmul(tape, x, w, norm, { bias }),
        normedSwiglu(tape, x, w, norm),
      ];
      const [fused, fusedBias, fusedGate, separate, separateBias, separateGate] = await device().readAll([
        ...together,
        ...apart,
      ]);
      expect(fused).toEqual(separate);
      expect(fusedBias).toEqual(separateBias);
      expect(fusedGate).toHaveLength((m * n) / 2);
      expect(fusedGate).toEqual(separateGate);
      tape.dispose();
    });
  },
);

describeStyles('a product with an adapter beside it', (device) => {
  // The sizes cover one and several blocks of adapter columns, partly filled blocks, and partly filled tiles.
  it.each([
    [7, 20, 24, 4],
    [37, 40, 280, 96],
    [18, 64, 32, 12],
  ] as const)('has the bits of the separate ops, [%d, %d] to %d columns, rank %d', async (m, d, n, r) => {
    const random = new RandomStream(6, n, m);
    const tape = new Tape(device(), false);
    const upload = (...shape: number[]) => tape.upload(randomArray(random, shape), shape);
    const [x, gain, bias, residual, p, q] = [
      ...[upload(m, d), upload(d), upload(n), upload(m, n)],
      ...[upload(d, r), upload(r, n)],
    ];
    const norm = { gain, epsilon: EPSILON };
    const correction = { p, q };
    expect(isFusible(correction)).toBe(true);
    // lm/generate.test.ts covers frozen weights in f32 beside an adapter.
    const w = uploadWeights(device(), randomArray(random, [d, n]), [d, n], d % BLOCK === 0 ? 'q4' : 'f16');
    const normed = rmsNorm(tape, x, gain, EPSILON);
    const corrected = (input: typeof x, y: typeof x) => matmul(tape, matmul(tape, input, p), q, { residual: y });
    const [fused, separate, fusedNorm, separateNorm, fusedGate, separateGate] = await device().readAll([
      correctedMatmul(tape, x, w, residual, correction),
      corrected(x, matmul(tape, x, w, { residual })),
      normedMatmul(tape, x, w, norm, { bias, correction }),
      corrected(normed, matmul(tape, normed, w, { bias })),
      normedSwiglu(tape, x, w, norm, correction),
      swiglu(tape, corrected(normed, matmul(tape, normed, w))),
    ]);
    expect(fused).toEqual(separate);
    expect(fusedNorm).toEqual(separateNorm);
    expect(fusedGate).toEqual(separateGate);
    tape.dispose();
  });

  it('is refused where the adapter is too large', () => {
    const tape = new Tape(device(), false);
    expect(isFusible({ p: tape.allocate([8, 100]), q: tape.allocate([100, 8]) })).toBe(false);
    tape.dispose();
  });
});
