import { expect, it } from 'vitest';
import { map } from '../tensor/ops/map.ts';
import { sum } from '../tensor/ops/reduce.ts';
import { RandomStream } from '../random/random-stream.ts';
import { Tape } from '../tensor/tape.ts';
import { randomArray, testDevice } from '../tensor/testing/check-op.ts';
import { relativeError } from '../tensor/testing/relative-error.ts';
import { predict } from './head.ts';
import { packSequences } from './packing.ts';

const device = testDevice('quad');

it('gives the same results in chunks of rows as in one piece', async () => {
  const [d, vocabulary, width] = [8, 11, 12];
  const random = new RandomStream(2, 3);
  const ids = (length: number) => Array.from({ length }, () => random.integer(vocabulary));
  const prompt = ids(3);
  const batch = packSequences(Array.from({ length: 10 }, () => ({ prompt, completion: ids(15) })));
  const rows = batch.rows.length;
  const [hidden, head, otherHidden, otherHead] = [
    [rows, d],
    [d, width],
    [rows, d],
    [d, width],
  ].map((shape) => ({ shape, values: randomArray(random, shape) }));
  const run = async (chunkBytes?: number) => {
    const tape = new Tape(device());
    const upload = ({ shape, values }: typeof hidden) => tape.upload(values, shape);
    const tensors = { hidden: upload(hidden), head: upload(head) };
    tape.watch(tensors.hidden);
    tape.watch(tensors.head);
    const predictions = predict(tape, batch, {
      ...tensors,
      vocabulary,
      temperature: 0.8,
      chunkBytes,
      reference: { hidden: upload(otherHidden), head: upload(otherHead), differentiable: true },
    });
    const { logprobs, entropy, kl } = predictions;
    const loss = map(tape, {
      label: 'mixture',
      inputs: { logprob: logprobs, entropy, kl: kl! },
      forward: 'logprob * logprob + 2.0 * entropy + 3.0 * kl * kl',
      gradients: { logprob: '2.0 * logprob', entropy: '2.0', kl: '6.0 * kl' },
    });
    tape.backward(sum(tape, loss));
    const values = await device().readAll([
      logprobs,
      entropy,
      kl!,
      tape.gradient(tensors.hidden),
      tape.gradient(tensors.head),
    ]);
    tape.dispose();
    return values;
  };
  expect(rows).toBeGreaterThan(128);
  const whole = await run();
  const chunked = await run(64 * width * 4);
  expect(chunked.slice(0, 4)).toEqual(whole.slice(0, 4));
  // The head's gradient is a sum over chunks, so its terms add up in another order.
  expect(relativeError(chunked[4], whole[4])).toBeLessThan(1e-5);
  expect(whole[4].some((value) => value !== 0)).toBe(true);
});
