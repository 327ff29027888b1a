/** @file The numbers beside the pictures of weights and of attention. */
import { expect, it } from 'vitest';
import { headMap, mostAttended } from './attention-rows.ts';
import { weightChange } from './weight-change.ts';

it('says how far a tensor has moved', () => {
  const before = { shape: [2, 2], data: Float32Array.of(3, 0, 0, -4) };
  const now = { shape: [2, 2], data: Float32Array.of(3, 0.5, 0, -4) };
  expect(weightChange(before, now)).toEqual({
    largestBefore: 4,
    largestNow: 4,
    largestChange: 0.5,
    relative: 0.1,
    change: Float32Array.of(0, 0.5, 0, 0),
  });
  const zero = { shape: [1], data: new Float32Array(1) };
  expect(weightChange(zero, zero).relative).toBe(0);
});

it('finds the map of a head, and what a token attends to', () => {
  const probabilities = Float32Array.from({ length: 2 * 2 * 9 }, (_, i) => i);
  const maps = { layers: 2, heads: 2, tokens: 3, probabilities };
  expect([...headMap(maps, 1, 0)]).toEqual([18, 19, 20, 21, 22, 23, 24, 25, 26]);
  const before = Float32Array.of(1, 0, 0, 0.25, 0.75, 0, 0.5, 0.25, 0.25);
  const now = Float32Array.of(1, 0, 0, 0.5, 0.5, 0, 0.125, 0.75, 0.125);
  expect(mostAttended(before, now, 3, 2, 2)).toEqual([
    { place: 1, before: 0.25, now: 0.75 },
    { place: 0, before: 0.5, now: 0.125 },
  ]);
  expect(mostAttended(before, now, 3, 0, 2)).toHaveLength(1);
});
