import { expect, it } from 'vitest';
import { assess, weigh } from './curriculum.ts';

it('rewards verdicts and comparisons, and counts successes of each task', () => {
  const { rewards, counts, advantages } = assess({
    rollouts: [
      { rule: 'given', reward: 0.25 },
      { rule: 'exact-match', answer: [1, 2], reference: [1, 2] },
      { rule: 'exact-match', answer: [1], reference: [1, 2] },
      { rule: 'token-f1', answer: [5, 5, 7], reference: [5, 7, 7] },
    ],
    groupSizes: [1, 3],
    successThreshold: 2 / 3,
    scale: { scale: 'none', epsilon: 0 },
  });
  expect(rewards).toEqual([0.25, 1, 0, 2 / 3]);
  expect(counts).toEqual([
    { k: 0, n: 1 },
    { k: 2, n: 3 },
  ]);
  expect(advantages[0]).toBe(0);
  expect(advantages.slice(1).reduce((sum, advantage) => sum + advantage, 0)).toBeCloseTo(0, 12);
});

it('takes p̂ over tasks that share a scope, and weighs what is kept and own', () => {
  const { scopes, rewards, kept, weights } = weigh({
    counts: [
      { k: 4, n: 8 },
      { k: 0, n: 8 },
      { k: 8, n: 8 },
      { k: 4, n: 8 },
    ],
    scopeOf: [0, 0, 1, 2],
    reward: { kind: 'alpha', alpha: 0.5, beta: 8 },
    penalties: [0, 0, 0, 0],
    band: { low: 0.24, high: 0.76 },
    lambda: 2,
    own: [true, true, true, false],
  });
  expect(scopes).toEqual([
    { k: 4, n: 16 },
    { k: 4, n: 16 },
    { k: 8, n: 8 },
    { k: 4, n: 8 },
  ]);
  expect(rewards[0]).toBeCloseTo(Math.exp(-0.5), 12);
  expect(kept).toEqual([true, true, false, true]);
  expect(weights[1]).toBeCloseTo(Math.exp(2 * Math.exp(-0.5)), 12);
  expect(weights.slice(2)).toEqual([0, 0]);
});
