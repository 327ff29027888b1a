import { expect, it } from 'vitest';
import { knownRun } from '../testing/summaries.ts';
import { samplesToReach } from './samples-to-reach.ts';
import { PAPER_CLAIMS } from './paper-claims.ts';

const genenv = (seed: number, heldOut: number[]) =>
  knownRun({ seed, heldOut, epochs: (epoch) => ({ distinct: 4 * epoch }) });
const offline = (seed: number, heldOut: number[], offlinePool = 96) => ({
  ...knownRun({ arm: 'offline', seed, heldOut, settings: { offlinePool } }),
  arm: 'offline-4x',
});

it('counts the samples until GenEnv is first seen to be as good as the teacher’s data in the end', () => {
  // 4 + 8 of GenEnv's in seed 1, 4 in seed 2, all 4 + 8 + 12 in seed 3, which never gets there.
  const runs = [
    ...[genenv(1, [0.1, 0.2, 0.6, 0.5]), genenv(2, [0.1, 0.5, 0.6, 0.7]), genenv(3, [0.9, 0.2, 0.2, 0.3])],
    ...[offline(1, [0.1, 0.9, 0.5]), offline(2, [0.1, 0.5]), offline(3, [0.1, 0.4]), offline(4, [0.1, 0.2])],
  ];
  const { log2Ratio, short } = samplesToReach(runs, 'offline-4x')!;
  expect(log2Ratio.n).toBe(3);
  expect(log2Ratio.mean).toBeCloseTo((3 + Math.log2(24) + 2) / 3, 12);
  expect(short).toBe(1);
  expect(samplesToReach(runs, 'offline-2x')).toBeNull();
  expect(samplesToReach(runs.slice(0, 3), 'offline-4x')).toBeNull();
});

it('is shown only where every run gets there', () => {
  const { test } = PAPER_CLAIMS.find(({ code }) => code === 'fewer-samples')!;
  const seeds = [1, 2, 3, 4, 5, 6];
  const outcomes = (end: number, pool: number) => {
    const summaries = seeds.flatMap((seed) => [genenv(seed, [0.1, 0.5]), offline(seed, [0.1, end], pool)]);
    return test({ summaries }).map(({ outcome }) => outcome);
  };
  expect(outcomes(0.4, 16)).toEqual(['holds']);
  expect(outcomes(0.6, 16)).toEqual(['not shown']);
  expect(outcomes(0.4, 2)).toEqual(['opposite']);
  expect(outcomes(0.6, 2)).toEqual(['opposite']);
  expect(test({ summaries: [genenv(1, [0.1, 0.2])] })).toMatchObject([{ kind: 'missing-arms' }]);
});
