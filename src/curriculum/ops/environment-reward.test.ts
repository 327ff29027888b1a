import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { type Count, packedCounts, randomCounts } from '../testing/counts.ts';
import type { RewardKind } from '../environment-reward.ts';
import { environmentRewards } from './weigh.ts';
import { ONE } from './fixed-point.ts';

/** The formulas in double precision, written anew. */
const references: Record<RewardKind, (p: number, alpha: number, beta: number) => number> = {
  alpha: (p, alpha, beta) => Math.exp(-beta * (p - alpha) * (p - alpha)),
  uncertainty: (p) => 1 - Math.abs(2 * p - 1),
  'failure-rate': (p) => (p > 0 ? 1 - p : 0),
  sometimes: (p) => Number(p * (1 - p) > 0),
};
/** An f32 holds no smaller positive number in full precision. */
const SMALLEST = 2 ** -125;

describeStyles('environment rewards', (device) => {
  async function compute(counts: readonly Count[], settings: { kind: RewardKind; alpha: number; beta: number }) {
    const tape = new Tape(device());
    const { rewards, fixed } = environmentRewards(
      tape,
      tape.upload(packedCounts(counts), [counts.length, 2]),
      tape.upload(new Float32Array(counts.length)),
      settings,
    );
    const [values, bits] = await device().readAll([rewards, fixed]);
    tape.dispose();
    return { values, fixed: new Uint32Array(bits.buffer) };
  }

  // β up to the largest the settings allow, where a product of f32 numbers would be wrong by 1e-5.
  it.each([
    ['alpha', 0.5, 2],
    ['alpha', 0.5, 8],
    ['alpha', 0.35, 50],
    ['alpha', 0.333, 200],
    ['alpha', 0, 137.5],
    ['alpha', 1, 0],
    ['uncertainty', 0.5, 8],
    ['failure-rate', 0.5, 8],
    ['sometimes', 0.5, 8],
  ] as const)('%s, α = %f, β = %f: within 1e-6 of the formula on 20,000 counts', async (kind, alpha, beta) => {
    const counts = [
      { k: 0, n: 1 },
      { k: 1, n: 1 },
      ...randomCounts(new RandomStream(3, 1), 10_000, 4096),
      ...randomCounts(new RandomStream(3, 2), 10_000, 16),
    ];
    const { values, fixed } = await compute(counts, { kind, alpha, beta });
    counts.forEach(({ k, n }, t) => {
      const expected = references[kind](k / n, alpha, beta);
      if (expected < SMALLEST) expect(values[t]).toBeLessThan(SMALLEST);
      else expect(Math.abs(values[t] - expected) / (expected || 1), `${k} of ${n}`).toBeLessThan(1e-6);
      expect(Math.abs(fixed[t] / ONE - expected)).toBeLessThan(1e-8);
    });
  });

  it('is 1 exactly at the target', async () => {
    const counts = [1, 4, 7, 2048].map((k) => ({ k, n: 2 * k }));
    const { values } = await compute(counts, { kind: 'alpha', alpha: 0.5, beta: 200 });
    expect([...values]).toEqual([1, 1, 1, 1]);
  });

  it('takes the success rate of nothing for 0', async () => {
    const { values } = await compute([{ k: 0, n: 0 }], { kind: 'alpha', alpha: 0.5, beta: 8 });
    expect(values[0]).toBeCloseTo(Math.exp(-2), 6);
  });
});
