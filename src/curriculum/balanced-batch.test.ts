import { expect, it } from 'vitest';
import { balancedBatch } from './balanced-batch.ts';

const counts = [0, 1, 4, 8, 7, 5, 3].map((k) => ({ k, n: 8 }));

it('leaves out what was never or always solved, and prefers what was solved half of the time', () => {
  expect(balancedBatch(counts, { size: 7, target: 0.5 })).toEqual([1, 2, 4, 5, 6]);
  // 4/8, then 5/8 and 3/8 at the same distance.
  expect(balancedBatch(counts, { size: 3, target: 0.5 })).toEqual([2, 5, 6]);
  expect(balancedBatch(counts, { size: 2, target: 0.5 })).toEqual([2, 5]);
  expect(balancedBatch(counts, { size: 2, target: 0.9 })).toEqual([4, 5]);
});

it('is empty without such a group', () => {
  expect(
    balancedBatch(
      [
        { k: 0, n: 8 },
        { k: 8, n: 8 },
        { k: 0, n: 0 },
      ],
      { size: 2, target: 0.5 },
    ),
  ).toEqual([]);
});
