/** @file Fused products against the separate ops, which are checked against references: equal to the last bit. */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { packHalves } from '../half.ts';
import { Tape } from '../tape.ts';
import { describeFamilies, randomArray } from '../testing/check-op.ts';
import { normedMatmul, normedSwiglu } from './fused-matmul.ts';
import { matmul, matmulVariants } from './matmul.ts';
import { rmsNorm } from './rms-norm.ts';
import { swiglu } from './swiglu.ts';

const EPSILON = 1e-5;

describeFamilies('a product with a norm before it', (device, family) => {
  const variants = family === 'quad' ? [0] : matmulVariants.map((_, variant) => variant);
  // Rows and columns beyond a tile and within it, and an inner size that no unrolled loop divides.
  it.each(
    variants.flatMap((variant) =>
      (
        [
          [7, 20, 24],
          [70, 136, 72],
        ] as const
      ).map((sizes) => [variant, ...sizes] as const),
    ),
  )('has the bits of the separate ops, variant %d, [%d, %d] to %d columns', async (variant, m, d, n) => {
    device().matmulVariant = variant;
    const random = new RandomStream(5, variant, m);
    const tape = new Tape(device(), false);
    const upload = (...shape: number[]) => tape.upload(randomArray(random, shape), shape);
    const [x, gain, bias] = [upload(m, d), upload(d), upload(n)];
    const norm = { gain, epsilon: EPSILON };
    const weights = randomArray(random, [d, n]);
    for (const w of [tape.upload(weights, [d, n]), device().upload(packHalves(weights), [d, n], 'f16')]) {
      const normed = rmsNorm(tape, x, gain, EPSILON);
      const product = matmul(tape, normed, w);
      const [fused, separate, fusedBias, separateBias, fusedGate, separateGate] = await device().readAll([
        normedMatmul(tape, x, w, norm),
        product,
        normedMatmul(tape, x, w, norm, bias),
        matmul(tape, normed, w, { bias }),
        normedSwiglu(tape, x, w, norm),
        swiglu(tape, product),
      ]);
      expect(fused).toEqual(separate);
      expect(fusedBias).toEqual(separateBias);
      expect(fusedGate).toHaveLength((m * n) / 2);
      expect(fusedGate).toEqual(separateGate);
    }
    tape.dispose();
    device().matmulVariant = 0;
  });
});
