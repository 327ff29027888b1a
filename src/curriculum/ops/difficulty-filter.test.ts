import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import type { Device } from '../../tensor/device.ts';
import { Tape } from '../../tensor/tape.ts';
import { FAMILIES, openTestDevice } from '../../tensor/testing/check-op.ts';
import { boundaryCounts, type Count, packedCounts, randomCounts } from '../testing/counts.ts';
import { type Band, difficultyFilter } from './difficulty-filter.ts';

const NANO = 1_000_000_000n;
const nano = (value: number): bigint => BigInt(Math.round(value * Number(NANO)));
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** |k/n − centre| ≤ halfWidth, in whole numbers of any size. */
const stays = ({ k, n }: Count, { centre, halfWidth, excludeExtremes }: Band): boolean =>
  distance(BigInt(k) * NANO, nano(centre) * BigInt(n)) <= nano(halfWidth) * BigInt(n) &&
  !(excludeExtremes && (k === 0 || k === n));

describe.each(FAMILIES)('the difficulty filter with %s kernels', (family) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(family);
  });
  afterAll(() => device.destroy());

  async function filter(counts: readonly Count[], band: Band): Promise<number[]> {
    const tape = new Tape(device);
    const kept = await device.readIntegers(
      difficultyFilter(tape, tape.upload(packedCounts(counts), [counts.length, 2]), band),
    );
    tape.dispose();
    return [...kept];
  }
  const expected = (counts: readonly Count[], band: Band) => counts.map((count) => Number(stays(count, band)));

  it('keeps 4 of 10 and 6 of 10 at α = .5, k_min = .1', async () => {
    const counts = [3, 4, 5, 6, 7].map((k) => ({ k, n: 10 }));
    expect(await filter(counts, { centre: 0.5, halfWidth: 0.1 })).toEqual([0, 1, 1, 1, 0]);
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
  ])('decides every boundary case up to n = 4096 exactly: α = %f, k_min = %f', async (centre, halfWidth) => {
    const counts = boundaryCounts(centre, halfWidth, 4096);
    expect(await filter(counts, { centre, halfWidth })).toEqual(expected(counts, { centre, halfWidth }));
  });

  it('agrees on 100,000 random cases', async () => {
    const random = new RandomStream(7, 1);
    for (let round = 0; round < 20; round++) {
      const counts = randomCounts(random, 5000, 4096);
      const band = { centre: random.integer(101) / 100, halfWidth: random.integer(101) / 100 };
      expect(await filter(counts, band)).toEqual(expected(counts, band));
    }
  });

  it('leaves out what is solved never or always, where asked to', async () => {
    const counts = [0, 1, 7, 8].map((k) => ({ k, n: 8 }));
    const band = { centre: 0.5, halfWidth: 0.5, excludeExtremes: true };
    expect(await filter(counts, band)).toEqual([0, 1, 1, 0]);
  });
});
