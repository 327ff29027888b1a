import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { boundaryCounts, type Count, packedCounts, randomCounts } from '../testing/counts.ts';
import { type Band, bandAround, inBand, type RewardKind } from '../environment-reward.ts';
import { difficultyFilter, environmentRewards } from './weigh.ts';
import { ONE } from './regression-weights.ts';

const NANO = 1_000_000_000n;
const nano = (value: number): bigint => BigInt(Math.round(value * Number(NANO)));

/** Checks low ≤ k/n ≤ high, in whole numbers of any size. */
const stays = ({ k, n }: Count, { low, high, excludeExtremes }: Band): boolean =>
  nano(low) * BigInt(n) <= BigInt(k) * NANO &&
  BigInt(k) * NANO <= nano(high) * BigInt(n) &&
  !(excludeExtremes && (k === 0 || k === n));

describeStyles('the difficulty filter', (device) => {
  async function filter(counts: readonly Count[], band: Band): Promise<number[]> {
    const tape = new Tape(device());
    const kept = difficultyFilter(tape, tape.upload(packedCounts(counts), [counts.length, 2]), band);
    const { buffer } = await device().read(kept);
    tape.dispose();
    return [...new Uint32Array(buffer)];
  }
  /** Decides with whole numbers of any size. The plain reference must agree. */
  function expected(counts: readonly Count[], band: Band): number[] {
    const verdicts = counts.map((count) => stays(count, band));
    expect(counts.map((count) => inBand(count, band))).toEqual(verdicts);
    return verdicts.map(Number);
  }

  it('keeps 4 of 10 and 6 of 10 at α = .5, k_min = .1', async () => {
    const counts = [3, 4, 5, 6, 7].map((k) => ({ k, n: 10 }));
    const kept = [0, 1, 1, 1, 0];
    expect(await filter(counts, bandAround(0.5, 0.1))).toEqual(kept);
    expect(expected(counts, bandAround(0.5, 0.1))).toEqual(kept);
  });

  it.each([
    [0.5, 0.1],
    [0.5, 0.26],
    [0.3, 0.2],
    [0.35, 0.07],
    [0.05, 0.05],
    [0.7, 0.01],
    [0.999999999, 0.000000001],
    [0, 0],
    [1, 1],
  ])('decides every boundary case up to n = 4096 exactly: α = %f, k_min = %f', async (alpha, kMin) => {
    const counts = boundaryCounts(alpha, kMin, 4096);
    const band = bandAround(alpha, kMin);
    expect(await filter(counts, band)).toEqual(expected(counts, band));
  });

  it('agrees on 100,000 random cases', async () => {
    const random = new RandomStream(7, 1);
    for (let round = 0; round < 20; round++) {
      const counts = randomCounts(random, 5000, 4096);
      const band = bandAround(random.integer(101) / 100, random.integer(101) / 100);
      expect(await filter(counts, band)).toEqual(expected(counts, band));
    }
  });

  it('leaves out what is solved never or always, where asked to', async () => {
    const counts = [0, 1, 7, 8].map((k) => ({ k, n: 8 }));
    const band = { low: 0, high: 1, excludeExtremes: true };
    expect(await filter(counts, band)).toEqual([0, 1, 1, 0]);
  });
});

/** Formulas in double precision, independent of the program's. */
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

  // β goes up to the largest the settings allow, at which a product of f32 numbers would be wrong by 1e-5.
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
    const wrong = counts.filter(({ k, n }, t) => {
      const expected = references[kind](k / n, alpha, beta);
      const error = Math.abs(values[t] - expected) / (expected || 1);
      const close = expected < SMALLEST ? values[t] < SMALLEST : error < 1e-6;
      return !(close && Math.abs(fixed[t] / ONE - expected) < 1e-8);
    });
    expect(wrong).toEqual([]);
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
