import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { profiles, type Profile } from '../profile.ts';
import { describeStyles, KERNEL_STYLES, openDeviceOf, openTestDevice, randomArray } from '../testing/check-op.ts';
import { relativeError } from '../testing/relative-error.ts';
import { uploadHalves } from '../testing/upload-frozen.ts';
import { map } from './map.ts';
import { matmul, multiplyTransposed } from './matmul.ts';
import { LARGE_TILE, SMALL_TILE, tiledProductsWith } from './matmul-tiled.ts';
import { matmulReference } from './matmul.reference.ts';
import { sum } from './reduce.ts';

describeStyles('matmul', (device) => {
  it('matmul adds up long sums of a weight gradient in splits', async () => {
    const [m, k, n] = [1100, 8, 12];
    const random = new RandomStream(5, 5);
    const [x, w, dy] = [
      [m, k],
      [k, n],
      [m, n],
    ].map((shape) => randomArray(random, shape));
    const tape = new Tape(device());
    const weight = tape.upload(w, [k, n]);
    tape.watch(weight);
    const y = matmul(tape, tape.upload(x, [m, k]), weight);
    const weighted = map(tape, {
      label: 'weighted',
      inputs: { y },
      constants: { weight: tape.upload(dy, [m, n]) },
      forward: 'y * weight',
      gradients: { y: 'weight' },
    });
    tape.backward(sum(tape, weighted));
    const actual = await device().read(tape.gradient(weight));
    tape.dispose();
    const xT = Float64Array.from({ length: m * k }, (_, i) => x[(i % m) * k + Math.floor(i / m)]);
    expect(relativeError(actual, matmulReference(xT, Float64Array.from(dy), [k, m, n]))).toBeLessThan(1e-5);
  });
});

/** Each profile uses one kernel for products of any size. */
const PROFILES: Profile[] = [
  ...(KERNEL_STYLES.includes('quad') ? [profiles.quad] : []),
  ...[SMALL_TILE, LARGE_TILE].map((tile) => ({ ...profiles.tiled, products: tiledProductsWith(() => tile) })),
];

it('multiplies matrices to the same bits with all kernels', async () => {
  // No size fills its last tile.
  const [m, k, n] = [66, 132, 132];
  const results = [];
  for (const profile of PROFILES) {
    const device = await openDeviceOf(profile);
    const random = new RandomStream(3, 3);
    const tape = new Tape(device, false);
    const upload = (...shape: number[]): Tensor => tape.upload(randomArray(random, shape), shape);
    const [a, b, residual, bias, dy] = [upload(m, k), upload(k, n), upload(m, n), upload(n), upload(m, n)];
    const { tensor: halves } = uploadHalves(device, randomArray(random, [k, n]), [k, n]);
    const products = [b, halves].flatMap((right) =>
      [{}, { residual }, { bias }, { bias, residual }].map((options) => matmul(tape, a, right, options)),
    );
    const transposed = tape.allocate([k, n]);
    multiplyTransposed(tape, a, dy, transposed, false);
    results.push(await device.readAll([...products, transposed]));
    device.destroy();
  }
  for (const result of results) expect(result).toEqual(results[0]);
});

it('refuses columns that are not a multiple of 4', async () => {
  const device = await openTestDevice('quad');
  const tape = new Tape(device, false);
  const [a, b] = [tape.allocate([8, 6]), tape.allocate([6, 8])];
  expect(() => matmul(tape, a, b)).toThrow('a multiple of 4');
  expect(() => multiplyTransposed(tape, a, tape.allocate([8, 8]), tape.allocate([6, 8]), false)).toThrow(
    'a multiple of 4',
  );
  tape.dispose();
  device.destroy();
});
