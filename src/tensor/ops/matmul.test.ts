/**
 * @file Checks that all kernels of matrix products give the same bits, with small ops fused or separate. Frozen weights
 * must give the bits of the rounded weights in f32. ops.test.ts compares products with a reference.
 */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { profiles, type Profile } from '../profile.ts';
import {
  describeStyles,
  KERNEL_STYLES,
  openDeviceOf,
  openTestDevice,
  randomArray,
  runOp,
} from '../testing/check-op.ts';
import { packHalves, unpackHalves } from '../packed-numbers.ts';
import { embedding } from './embedding.ts';
import { map } from './map.ts';
import { matmul, multiplyTransposed, normedMatmul, normedSwiglu } from './matmul.ts';
import { LARGE_TILE, SMALL_TILE, tiledProductsWith } from './matmul-tiled.ts';
import { rmsNorm } from './rms-norm.ts';
import { swiglu } from './swiglu.ts';
import { transpose } from './transpose.ts';

const EPSILON = 1e-5;

/** Each profile uses one kernel for products of any size. */
const [LARGE, ...OTHERS]: Profile[] = [
  ...[LARGE_TILE, SMALL_TILE].map((tile) => ({ ...profiles.tiled, products: tiledProductsWith(() => tile) })),
  ...(KERNEL_STYLES.includes('quad') ? [profiles.quad, profiles.single] : []),
];

// The last tiles are incomplete in all three dimensions.
// Large kernels take seconds to compile, so fusing in f32 is tested without them.
it.each([
  { shape: [66, 68, 72], precision: 'f32', compared: [LARGE, ...OTHERS], fusing: OTHERS },
  { shape: [66, 68, 72], precision: 'f16', compared: [LARGE, ...OTHERS], fusing: [LARGE, ...OTHERS] },
])('multiplies to the same bits with all kernels, fused or not: $shape in $precision', async (row) => {
  const [m, k, n] = row.shape;
  const results = [];
  for (const profile of row.compared) {
    const device = await openDeviceOf(profile);
    const random = new RandomStream(3, 3);
    const tape = new Tape(device, false);
    const upload = (...shape: number[]): Tensor => tape.upload(randomArray(random, shape), shape);
    const [a, gain, bias, residual, dy] = [upload(m, k), upload(k), upload(n), upload(m, n), upload(m, n)];
    const values = randomArray(random, [k, n]);
    const w = row.precision === 'f32' ? tape.upload(values, [k, n]) : device.upload(packHalves(values), [k, n], 'f16');
    const products = [{}, { residual }, { bias }, { bias, residual }].map((options) => matmul(tape, a, w, options));
    const transposed = tape.allocate([k, n]);
    multiplyTransposed(tape, a, dy, transposed, false);
    results.push(await device.readAll([...products, transposed]));
    if (profile.products.fused && row.fusing.includes(profile)) {
      const norm = { gain, epsilon: EPSILON };
      const normed = rmsNorm(tape, a, gain, EPSILON);
      const product = matmul(tape, normed, w);
      const fused = [
        normedMatmul(tape, a, w, norm),
        normedMatmul(tape, a, w, norm, bias),
        normedSwiglu(tape, a, w, norm),
      ];
      const separate = [product, matmul(tape, normed, w, { bias }), swiglu(tape, product)];
      expect(await device.readAll(fused)).toEqual(await device.readAll(separate));
    }
    device.destroy();
  }
  for (const result of results) expect(result).toEqual(results[0]);
});

describeStyles('frozen weights', (device) => {
  type Op = (tape: Tape, x: Tensor, w: Tensor) => Tensor;
  const product: Op = (tape, x, w) => matmul(tape, x, w);
  const lookUp: Op = (tape, x, table) =>
    map(tape, {
      label: 'product',
      inputs: { x },
      constants: { looked: embedding(tape, table, Uint32Array.of(3, 0, 11, 1, 3)) },
      forward: 'x * looked',
      gradients: { x: 'looked' },
    });

  it.each([
    ['f16 in a product', [19, 68], [68, 36], product],
    ['f16 in an embedding', [5, 4], [4, 12], lookUp],
  ] as const)('compute what the rounded weights do in f32, forwards and backwards: %s', async (...row) => {
    const [, xShape, wShape, op] = row;
    const values = randomArray(new RandomStream(6, 1), wShape);
    // The first value is subnormal in f16, and the second is large.
    values[0] = 3 * 2 ** -24;
    values[1] = 60_000;
    const packed = packHalves(values);
    const tensor = device().upload(packed, wShape, 'f16');
    const rounded = unpackHalves(packed);
    expect(rounded).not.toEqual(values);
    const wide = device().upload(rounded, wShape);
    const compute = (w: Tensor) => runOp(device(), { inputs: { x: xShape }, op: (tape, { x }) => op(tape, x, w) });
    expect(await compute(tensor)).toEqual(await compute(wide));
    for (const weights of [tensor, wide]) device().release(weights);
  });
});

it('refuses odd sizes of a frozen matrix, and columns that are not a multiple of 4', async () => {
  const device = await openTestDevice();
  const tape = new Tape(device, false);
  expect(() => transpose(tape, tape.allocate([3, 4], 'f16'))).toThrow('even sizes');
  const [a, b] = [tape.allocate([8, 6]), tape.allocate([6, 8])];
  expect(() => matmul(tape, a, b)).toThrow('a multiple of 4');
  expect(() => multiplyTransposed(tape, a, tape.allocate([8, 8]), b, false)).toThrow('a multiple of 4');
  device.destroy();
});
