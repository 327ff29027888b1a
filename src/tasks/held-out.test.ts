import { expect, it } from 'vitest';
import { partitionOf } from './family-parts.ts';

it('fall into the three data sets by their shares', () => {
  const counts = { training: 0, development: 0, 'held-out': 0 };
  for (let i = 0; i < 6000; i++) counts[partitionOf(`text ${i}`)]++;
  expect(Math.abs(counts.development - 1000)).toBeLessThan(120);
  expect(Math.abs(counts['held-out'] - 1000)).toBeLessThan(120);
});
