import { describe, expect, it } from 'vitest';
import { RandomStream } from '../random/random-stream.ts';
import { agentExample, baseTasks, environmentExample, evaluationTasks, levelWeights } from './data.ts';
import { partitionOf } from './family-parts.ts';
import { familyByName } from './registry.ts';
import { wordsOf } from './text.ts';

const household = familyByName('household');

it('never holds a text kept for evaluation', () => {
  const kept = new Set(
    (['development', 'held-out'] as const).flatMap((split) =>
      evaluationTasks(household, split, 12).map(({ text }) => text),
    ),
  );
  const base = baseTasks(household, 'easy', 500, new RandomStream(1, 0));
  for (const text of base) expect(kept.has(text)).toBe(false);
  for (const text of base) expect(partitionOf(text)).toBe('training');
});

it('follows the prior', () => {
  const texts = baseTasks(household, 'hard', 2000, new RandomStream(2, 0));
  const level = (text: string): number => text.split('&').length;
  const mean = texts.reduce((sum, text) => sum + level(text), 0) / texts.length;
  // The expected mean is Σ level·1.35^level / Σ 1.35^level over the ten levels.
  expect(Math.abs(mean - 7.6662)).toBeLessThan(0.2);
});

it('joins context and completion to a whole task text', () => {
  for (let i = 0; i < 50; i++) {
    const { context, completion } = environmentExample([household], 'uniform', new RandomStream(4, 0, i));
    const [family, bucket, ...seed] = wordsOf(context);
    expect(family).toBe('<household>');
    expect(bucket).toMatch(/^<b[0-4]>$/);
    expect(household.parse([...seed, ...wordsOf(completion)].join(' ')).ok).toBe(true);
  }
});

it('refuses to make an example from a text that is not a task', () => {
  expect(() => agentExample(household, 'clean clean', () => [''])).toThrow(/not a task/);
});

describe('priors of levels', () => {
  it('are uniform, 1.35^level for ten levels, or halve', () => {
    expect(levelWeights('uniform', 3)).toEqual([1, 1, 1]);
    const hard = levelWeights('hard', 10);
    expect(hard[4]).toBeCloseTo(1.35 ** 5, 10);
    expect(levelWeights('easy', 3)).toEqual([0.5, 0.25, 0.125]);
  });

  it('keep the ratio of hardest to easiest whatever the number of levels', () => {
    for (const levels of [5, 6, 8, 10]) {
      const hard = levelWeights('hard', levels);
      expect(hard.at(-1)! / hard[0]).toBeCloseTo(1.35 ** 9, 8);
      const harder = levelWeights('harder', levels);
      expect(harder.at(-1)! / harder[0] / 1.35 ** 18).toBeCloseTo(1, 10);
    }
  });
});
