import { expect, it } from 'vitest';
import { levelWeights } from './data.ts';

it('are uniform, 1.35^level for ten levels, or halve', () => {
  expect(levelWeights('uniform', 3)).toEqual([1, 1, 1]);
  const hard = levelWeights('hard', 10);
  expect(hard[4]).toBeCloseTo(1.35 ** 5, 10);
  expect(levelWeights('easy', 3)).toEqual([0.5, 0.25, 0.125]);
});

it('keep the ratio of hardest to easiest whatever the number of levels', () => {
  for (const levels of [5, 6, 8, 10]) {
    const hard = levelWeights('hard', levels);
    expect(hard.at(-1)! / hard[0]).toBeCloseTo(1.35 ** 9, 8);
    const harder = levelWeights('harder', levels);
    expect(harder.at(-1)! / harder[0] / 1.35 ** 18).toBeCloseTo(1, 10);
  }
});
