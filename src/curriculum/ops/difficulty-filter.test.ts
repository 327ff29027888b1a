import { expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { Tape } from '../../tensor/tape.ts';
import { describeStyles } from '../../tensor/testing/check-op.ts';
import { boundaryCounts, type Count, packedCounts, randomCounts } from '../testing/counts.ts';
import { type Band, bandAround, inBand } from '../environment-reward.ts';
import { difficultyFilter } from './weigh.ts';

const NANO = 1_000_000_000n;
const nano = (value: number): bigint => BigInt(Math.round(value * Number(NANO)));

/** low ≤ k/n ≤ high, in whole numbers of any size. */
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
  /** By whole numbers of any size; the plain reference must say the same. */
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
