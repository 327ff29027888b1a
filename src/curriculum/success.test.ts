import { expect, it } from 'vitest';
import { scopesOf, successRate } from './environment-reward.ts';

it('shares counts over a task, its task batch, or the epoch', () => {
  const batches = [3, 3, 5];
  expect(scopesOf(batches, 'task')).toEqual([0, 1, 2]);
  expect(scopesOf(batches, 'batch')).toEqual([3, 3, 5]);
  expect(scopesOf(batches, 'epoch')).toEqual([0, 0, 0]);
});

it('takes the success rate of nothing for 0', () => expect(successRate({ k: 0, n: 0 })).toBe(0));
