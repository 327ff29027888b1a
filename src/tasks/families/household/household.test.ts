import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { household } from './household.ts';

const task = (text: string) => taskOf(household, text);

it('reads, solves and scores the task of the file header', () => {
  const example = task('clean apple & heat mug');
  expect(household.level(example)).toBe(2);
  expect(household.prompt(example)).toBe('clean apple & heat mug');
  expect(household.oracle(example)).toEqual({
    solvable: true,
    answers: ['apple clean sink mug heat oven'],
    length: 6,
  });
  expect(household.score(example, ['apple clean sink mug heat lamp'])).toEqual({
    reward: 0,
    success: false,
    wellFormed: true,
    reason: { code: 'household/wrong-station', goal: 2, station: 'lamp', verb: 'heat', object: 'mug' },
  });
  expect(household.score(example, ['mug heat oven apple clean sink'])).toMatchObject({
    wellFormed: false,
    reward: 0,
  });
  expect(household.score(example, [])).toMatchObject({ wellFormed: false, reward: 0 });
});

it('says why a text is not a task', () => {
  const eleven = ['apple', 'mug', 'plate', 'knife', 'book', 'pen', 'vase', 'bowl', 'egg', 'towel', 'cup'];
  expectRefusals(household, 'household', [
    ['', 'empty-text'],
    ['clean apple &', 'malformed-goal', { goal: 2 }],
    ['sink apple', 'unknown-verb', { word: 'sink' }],
    ['clean heat', 'unknown-object', { word: 'heat' }],
    ['clean constructor', 'unknown-object', { word: 'constructor' }],
    ['clean apple & heat apple', 'two-goals', { object: 'apple' }],
    [eleven.map((object) => `dry ${object}`).join(' & '), 'too-many-goals', { goals: 11, most: 10 }],
  ]);
});

it('begins with the first goal, uniform over all 72', () => {
  expect(household.splitSeed('clean apple & heat mug')).toEqual({ seed: 'clean apple', rest: '& heat mug' });
  const random = new RandomStream(5, 0);
  const counts = new Map<string, number>();
  for (let i = 0; i < 7200; i++) {
    const seed = household.sampleSeed(random);
    counts.set(seed, (counts.get(seed) ?? 0) + 1);
  }
  expect(counts.size).toBe(72);
  expect(Math.max(...counts.values())).toBeLessThan(150);
});

it('is passed by play with probability (1/6)^level', () => {
  for (const [level, plays] of [
    [1, 3000],
    [2, 6000],
  ]) {
    const random = new RandomStream(6, level);
    let successes = 0;
    for (let i = 0; i < plays; i++) {
      const example = task(household.sampleTask(level, random));
      if (household.score(example, household.play(example, random)).success) successes++;
    }
    const chance = (1 / 6) ** level;
    expect(Math.abs(successes / plays - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / plays));
  }
});
