/**
 * @file Frozen weights in f16 and q4: every op that reads them gives the bits that it gives with the rounded weights in f32,
 * forwards and in the gradient of its input.
 */
import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../tape.ts';
import type { Tensor } from '../tensor.ts';
import { describeStyles, randomArray } from '../testing/check-op.ts';
import { uploadFourBits, uploadHalves } from '../testing/upload-frozen.ts';
import { embedding } from './embedding.ts';
import { map } from './map.ts';
import { matmul } from './matmul.ts';
import { sum } from './reduce.ts';
import { transpose } from './transpose.ts';

describeStyles('frozen weights', (device) => {
  /** Output and gradient of x with the same weights packed and in f32; the rounded weights differ from the given ones. */
  async function bothWays(
    xShape: readonly number[],
    wShape: readonly number[],
    op: (tape: Tape, x: Tensor, w: Tensor) => Tensor,
    upload = uploadHalves,
  ): Promise<void> {
    const random = new RandomStream(6, 1);
    const values = randomArray(random, wShape);
    // Subnormal in f16, and large.
    values[0] = 3 * 2 ** -24;
    values[1] = 60_000;
    const x = randomArray(random, xShape);
    const weights = upload(device(), values, wShape);
    expect(weights.rounded).not.toEqual(values);
    const compute = async (w: Tensor) => {
      const tape = new Tape(device());
      const input = tape.upload(x, xShape);
      tape.watch(input);
      const y = op(tape, input, w);
      const weighted = map(tape, {
        label: 'weighted',
        inputs: { y },
        constants: { weight: tape.upload(randomArray(new RandomStream(6, 2), y.shape), y.shape) },
        forward: 'y * weight',
        gradients: { y: 'weight' },
      });
      tape.backward(sum(tape, weighted));
      const results = await device().readAll([y, tape.gradient(input)]);
      tape.dispose();
      return results;
    };
    const wide = device().upload(weights.rounded, wShape);
    const [packed, full] = [await compute(weights.tensor), await compute(wide)];
    expect(packed).toEqual(full);
    for (const tensor of [weights.tensor, wide]) device().release(tensor);
  }

  it('in a product', async () => {
    await bothWays([19, 68], [68, 36], (tape, x, w) => matmul(tape, x, w));
    await bothWays([19, 96], [96, 48], (tape, x, w) => matmul(tape, x, w), uploadFourBits);
  });

  it('in an embedding', async () => {
    await bothWays([5, 4], [4, 12], (tape, x, table) => {
      const looked = embedding(tape, table, Uint32Array.of(3, 0, 11, 1, 3));
      return map(tape, {
        label: 'product',
        inputs: { x },
        constants: { looked },
        forward: 'x * looked',
        gradients: { x: 'looked' },
      });
    });
  });

  it('refuses to transpose odd sizes', () => {
    const tape = new Tape(device(), false);
    const { tensor } = uploadHalves(device(), new Float32Array(12), [3, 4]);
    expect(() => transpose(tape, tensor)).toThrow('even sizes');
    tape.dispose();
  });
});
