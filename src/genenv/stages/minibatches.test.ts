import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../random/random-stream.ts';
import { minibatches } from './minibatches.ts';

describe('minibatches', () => {
  const groups = (count: number, size = 4) =>
    Array.from({ length: count }, (_, task) => Array.from({ length: size }, (_, rollout) => 10 * task + rollout));
  const deal = (count: number, into: number) => minibatches(groups(count), into, new RandomStream(1, 2));

  it('hold each sequence once, in nearly equal numbers', () => {
    const dealt = deal(5, 3);
    expect(dealt.map(({ length }) => length)).toEqual([7, 7, 6]);
    expect(dealt.flat().sort((a, b) => a - b)).toEqual(groups(5).flat());
  });

  it('leave no small rest: 16 groups of 8 in 15 steps', () => {
    const sizes = minibatches(groups(16, 8), 15, new RandomStream(1, 2)).map(({ length }) => length);
    expect(sizes).toHaveLength(15);
    expect(sizes.filter((size) => size === 9)).toHaveLength(8);
    expect(sizes.filter((size) => size === 8)).toHaveLength(7);
  });

  it('are no smaller than a group', () => {
    expect(deal(1, 4).map(({ length }) => length)).toEqual([4]);
    expect(deal(3, 8).map(({ length }) => length)).toEqual([4, 4, 4]);
  });

  it('mix groups, with the sequences of one task side by side', () => {
    for (const batch of deal(4, 2)) {
      const tasks = batch.map((item) => Math.floor(item / 10));
      expect(new Set(tasks).size).toBeGreaterThan(2);
      expect(tasks).toEqual([...tasks].sort());
    }
  });
});
