import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { checkOp, describeFamilies, FAMILIES, openTestDevice, randomArray } from '../testing/check-op.ts';
import { relativeError } from '../testing/relative-error.ts';
import { map } from './map.ts';
import { matmul, multiply } from './matmul.ts';
import { matmulReference } from './matmul.reference.ts';
import { sum } from './sum.ts';

describeFamilies('matmul', (device) => {
  it.each([
    [1, 4, 4],
    [19, 12, 20],
    [5, 64, 36],
  ])('matmul [%i, %i] · [.., %i] with bias and residual', async (m, k, n) => {
    await checkOp(device(), {
      inputs: { x: [m, k], w: [k, n], bias: [n], residual: [m, n] },
      op: (tape, { x, w, bias, residual }) => matmul(tape, x, w, { bias, residual }),
      reference: ({ x, w, bias, residual }) => matmulReference(x, w, [m, k, n], { bias, residual }),
    });
  });

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

it('multiplies to the same bits with both families: every output adds up its products in the same order', async () => {
  const results = [];
  for (const family of FAMILIES) {
    const device = await openTestDevice(family);
    const random = new RandomStream(3, 3);
    const tape = new Tape(device, false);
    const upload = (...shape: number[]): Tensor => tape.upload(randomArray(random, shape), shape);
    const [a, b, residual, out] = [upload(37, 100), upload(100, 52), upload(37, 52), tape.allocate([37, 52])];
    multiply(tape, a, b, out, { residual });
    results.push(await device.read(out));
    device.destroy();
  }
  expect(results[0]).toEqual(results[1]);
});
