/** @file Mean curves of runs with known values. */
import { expect, it } from 'vitest';
import { knownRun } from '../analysis/testing/summaries.ts';
import { armCurves } from './marks.ts';
import { curve, threeSeeds } from './testing/known-figures.ts';

it('are over the runs of an arm, with their cost and their n', () => {
  const rows = armCurves({ summaries: threeSeeds() }, 'held-out success', 'rollouts');
  expect(rows.map(({ series, epoch, x, n }) => [series, epoch, x, n])).toEqual([
    ['genenv', 0, 0, 3],
    ['genenv', 1, 100, 3],
    ['genenv', 2, 200, 3],
    ['random', 0, 0, 3],
    ['random', 1, 100, 3],
    ['random', 2, 200, 3],
  ]);
  expect(rows[2].mean).toBeCloseTo(0.8, 12);
  expect(rows[2].low).toBeGreaterThan(0.699);
  expect(rows[2].high).toBeLessThan(0.901);
});

it('have no band of one run, and no points where a run has not told its seconds', () => {
  const one = knownRun({ heldOut: curve(0.5), epochs: (epoch) => ({ reward: epoch / 10 }) });
  expect(armCurves({ summaries: [one] }, 'reward', 'epoch')[1]).toMatchObject({
    ...{ epoch: 2, n: 1, mean: 0.2, low: null, high: null },
  });
  expect(armCurves({ summaries: [one] }, 'reward', 'seconds')).toEqual([]);
});
