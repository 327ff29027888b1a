import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { decodeWeight, encodeWeight, normaliseWeights, ONE, regressionWeights } from './regression-weights.ts';

describeStyles('regression weights', (device) => {
  async function compute(rewards: readonly number[], mask: readonly number[], lambda: number) {
    const tape = new Tape(device());
    const fixed = tape.upload(Uint32Array.from(rewards, (reward) => Math.round(reward * ONE)));
    const own = tape.upload(Uint32Array.from(mask, () => 1));
    const weights = regressionWeights(tape, fixed, tape.upload(Uint32Array.from(mask)), own, lambda);
    const [bits, normalised] = await device().readAll([weights, normaliseWeights(tape, weights)]);
    tape.dispose();
    const words = new Uint32Array(bits.buffer);
    return { weights: rewards.map((_, t) => decodeWeight(words[2 * t], words[2 * t + 1])), normalised };
  }

  it.each([0, 0.5, 1, 6, 37.5, 100])(
    'λ = %f: within 1e-6 of exp(λR)·mask and of that over its mean',
    async (lambda) => {
      const random = new RandomStream(9, 2);
      const rewards = Array.from({ length: 20_000 }, (_, t) => (t === 0 ? 0 : t === 1 ? 1 : random.next()));
      const mask = rewards.map(() => random.integer(2));
      const { weights, normalised } = await compute(rewards, mask, lambda);
      const expected = rewards.map((reward, t) => Math.exp(lambda * reward) * mask[t]);
      const largest = expected.reduce((most, weight) => Math.max(most, weight));
      const mean = expected.reduce((sum, weight) => sum + weight, 0) / expected.length;
      const error = (actual: number, wanted: number) => Math.abs(actual - wanted) / (wanted || 1);
      // A weight of less than 2⁻¹²⁴ of the largest is nothing in f32.
      const inRange = (weight: number) => weight / largest > 2 ** -123 || weight === 0;
      expect(expected.filter((weight, t) => !(error(weights[t], weight) < 1e-6))).toEqual([]);
      expect(expected.filter((weight, t) => inRange(weight) && !(error(normalised[t], weight / mean) < 1e-6))).toEqual(
        [],
      );
    },
  );

  it('has the mean 1, and all 1 where λ = 0', async () => {
    const { normalised } = await compute([0.1, 0.9, 0.4], [1, 1, 1], 0);
    expect([...normalised]).toEqual([1, 1, 1]);
  });

  it('is all zeros where nothing is kept', async () => {
    const { weights, normalised } = await compute([0.1, 0.9], [0, 0], 100);
    expect(weights).toEqual([0, 0]);
    expect([...normalised]).toEqual([0, 0]);
  });

  it('reads weights that were stored as numbers', () => {
    for (const value of [0, 1, 0.5, 2, 2.718281828, 1e-30, 2.6e43, 0.999999999, 148.413])
      expect(Math.abs(decodeWeight(...encodeWeight(value)) - value) / (value || 1)).toBeLessThan(2 ** -30);
  });
});
