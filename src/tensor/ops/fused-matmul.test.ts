/** @file Fused products against the separate ops, which are checked against references: equal to the last bit. */
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

/** In q4 where a matrix of this shape can be; otherwise in f32 and f16. */
const inEachPrecision = (device: Device, weights: Float32Array<ArrayBuffer>, [k, n]: readonly [number, number]) =>
  k % BLOCK === 0
    ? [uploadFourBits(device, weights, [k, n]).tensor]
    : [device.upload(weights, [k, n]), device.upload(packHalves(weights), [k, n], 'f16')];

const tiledWith = (tile: typeof LARGE_TILE): Profile => ({
  ...profiles.tiled,
  products: tiledProductsWith(() => tile),
});
const PROFILES: [string, Profile][] = [
  ...(KERNEL_STYLES.includes('quad') ? ([['quads', profiles.quad]] as [string, Profile][]) : []),
  ['small tiles', tiledWith(SMALL_TILE)],
  ['large tiles', tiledWith(LARGE_TILE)],
];

describe.each(PROFILES)('a product with a norm before it, %s', (_, profile) => {
  const device = sharedByTests(() => openDeviceOf(profile));
  // Shapes lie within a tile (q4) and beyond it; the inner size spans several tiles, and no unrolled loop divides it.
  it.each<readonly [m: number, d: number, n: number]>([
    [66, 68, 72],
    [7, 32, 32],
    // Quads use their large kernels from 2²⁰ multiply-adds and 2¹⁴ weights on.
    ...(profile === profiles.quad ? [[66, 132, 136] as const] : []),
  ])('has the bits of the separate ops, [%d, %d] to %d columns', async (m, d, n) => {
    const random = new RandomStream(5, m);
    const tape = new Tape(device(), false);
    const upload = (...shape: number[]) => tape.upload(randomArray(random, shape), shape);
    const [x, gain, bias] = [upload(m, d), upload(d), upload(n)];
    const norm = { gain, epsilon: EPSILON };
    const weights = randomArray(random, [d, n]);
    for (const w of inEachPrecision(device(), weights, [d, n])) {
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
    }
    tape.dispose();
  });
});

describeStyles('a product with an adapter beside it', (device) => {
  // One block of columns of the adapter and several, not all full; rows and columns beyond a tile.
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
    const weights = randomArray(random, [d, n]);
    for (const w of inEachPrecision(device(), weights, [d, n])) {
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
    }
    tape.dispose();
  });

  it('is refused where the adapter is too large', () => {
    const tape = new Tape(device(), false);
    expect(isFusible({ p: tape.allocate([8, 100]), q: tape.allocate([100, 8]) })).toBe(false);
    tape.dispose();
  });
});
