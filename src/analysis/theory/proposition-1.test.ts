/** @file The mean squared advantage beside its closed forms. */
import { expect, it } from 'vitest';
import { expectedSquaredAdvantage } from '../theory.ts';

const rates = [0, 0.1, 0.25, 0.5, 0.8, 1];
const mixedGroupProbability = (p: number, groupSize: number): number => 1 - p ** groupSize - (1 - p) ** groupSize;

it('keeps p(1 − p) without σ, and only P(mixed group) with it', () => {
  for (const groupSize of [2, 8, 16])
    for (const p of rates) {
      const centred = expectedSquaredAdvantage(p, groupSize, { scale: 'none', epsilon: 0 });
      const scaled = expectedSquaredAdvantage(p, groupSize, { scale: 'population', epsilon: 0 });
      const sample = expectedSquaredAdvantage(p, groupSize, { scale: 'sample', epsilon: 0 });
      expect(centred).toBeCloseTo((p * (1 - p) * (groupSize - 1)) / groupSize, 12);
      expect(scaled).toBeCloseTo(mixedGroupProbability(p, groupSize), 12);
      expect(sample).toBeCloseTo((scaled * (groupSize - 1)) / groupSize, 12);
    }
});
