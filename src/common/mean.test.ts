import { describe, expect, it, vi } from 'vitest';
import { betaQuantile, studentQuantile } from './mean.ts';
import { onceOpened } from './once.ts';

describe('quantiles', () => {
  // Expected values are from SciPy 1: scipy.stats.beta.ppf and scipy.stats.t.ppf.
  it('of the Beta distribution are those of SciPy', () => {
    for (const [probability, a, b, value] of [
      [0.01, 3, 7, 0.05334824145828104],
      [0.5, 3, 7, 0.2862366680227827],
      [0.99, 3, 7, 0.6563145343961878],
      [0.3, 1, 16.5, 0.02138469765102353],
      [0.9, 9.25, 1.75, 0.9585636856124747],
      [0.5, 0.5, 0.5, 0.5],
    ])
      expect(betaQuantile(probability, a, b)).toBeCloseTo(value, 12);
  });

  it('of Student’s t are those of SciPy', () => {
    for (const [probability, degrees, value] of [
      [0.975, 1, 12.706204736174694],
      [0.975, 2, 4.302652729749462],
      [0.975, 9, 2.262157162798205],
      [0.95, 10, 1.8124611228116756],
      [0.995, 7, 3.4994832973504924],
      [0.975, 120, 1.9799304050824402],
    ])
      expect(studentQuantile(probability, degrees)).toBeCloseTo(value, 10);
  });
});

it('opens once for all calls, and again after a failure', async () => {
  const open = vi.fn(async () => 'opened').mockRejectedValueOnce(new Error('No room.'));
  const opened = onceOpened(open);
  await expect(opened()).rejects.toThrow('No room.');
  expect(await Promise.all([opened(), opened()])).toEqual(['opened', 'opened']);
  expect(open).toHaveBeenCalledTimes(2);
});
