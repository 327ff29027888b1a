import { describe, expect, it } from 'vitest';
import { scopeCounts, successRate } from './success.ts';

describe('empirical success', () => {
  const tasks = [
    { batch: 0, count: { k: 4, n: 8 } },
    { batch: 0, count: { k: 0, n: 8 } },
    { batch: 1, count: { k: 8, n: 8 } },
  ];

  it('pools counts over task, task batch or epoch', () => {
    expect(scopeCounts(tasks, 'task').map(({ k }) => k)).toEqual([4, 0, 8]);
    expect(scopeCounts(tasks, 'batch')).toEqual([
      { k: 4, n: 16 },
      { k: 4, n: 16 },
      { k: 8, n: 8 },
    ]);
    expect(scopeCounts(tasks, 'epoch').map(successRate)).toEqual([0.5, 0.5, 0.5]);
  });

  it('is 0 without rollouts', () => expect(successRate({ k: 0, n: 0 })).toBe(0));
});
