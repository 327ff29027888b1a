import { expect, it } from 'vitest';
import { bestCoverage, enoughRuns } from './statistics.ts';

it('is what the range of the values covers', () => {
  expect([2, 3, 5, 6].map(bestCoverage)).toEqual([0.5, 0.75, 0.9375, 0.96875]);
});

it('says how many runs are enough: five at a level of .95, four at .89, seven at .99', () => {
  const fewest = (level?: number) => [1, 2, 3, 4, 5, 6, 7, 8].find((n) => enoughRuns(n, level));
  expect([fewest(), fewest(0.95), fewest(0.89), fewest(0.99)]).toEqual([5, 5, 4, 7]);
});
