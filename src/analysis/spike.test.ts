/** @file Curves that a spike flattens, and others. */
import { expect, it } from 'vitest';
import { flattenedSize } from './metrics.ts';

it('is where the largest value hides the usual ones, whatever the sign', () => {
  expect(flattenedSize([0.1, 0.2, 0.1, 0.15, 40])).toBe(0.15);
  expect(flattenedSize([0.1, -30, 0.2, -0.1, 0])).toBe(0.2);
  expect(flattenedSize([1, 2, 3, 20])).toBeUndefined();
  expect(flattenedSize([0, 0])).toBeUndefined();
  expect(flattenedSize([])).toBeUndefined();
});
