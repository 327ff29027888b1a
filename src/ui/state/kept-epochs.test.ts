import { expect, it } from 'vitest';
import { nearestKept } from './kept-epochs.svelte.ts';

it('branches after the nearest epoch with kept weights, or the earlier of two', () => {
  const kept = [10, 20, 50, 53];
  expect([10, 14, 15, 36, 60].map((epoch) => nearestKept(kept, epoch))).toEqual([10, 10, 10, 50, 53]);
  expect(nearestKept([], 3)).toBeUndefined();
});
