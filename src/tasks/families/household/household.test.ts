import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { household } from './household.ts';

const task = (text: string) => {
  const parsed = household.parse(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.task;
};

describe('household', () => {
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
      reason: 'Goal 2: the lamp is not where one can heat the mug.',
    });
    expect(household.score(example, ['mug heat oven apple clean sink'])).toMatchObject({
      wellFormed: false,
      reward: 0,
    });
    expect(household.score(example, [])).toMatchObject({ wellFormed: false, reward: 0 });
  });

  it('says why a text is not a task', () => {
    const reason = (text: string): string => {
      const parsed = household.parse(text);
      return parsed.ok ? 'a task' : parsed.reason;
    };
    expect(reason('')).toBe('The text is empty.');
    expect(reason('clean apple &')).toBe('Goal 2 is not one verb and one object.');
    expect(reason('sink apple')).toBe('“sink” is not a verb of this world.');
    expect(reason('clean heat')).toBe('“heat” is not an object of this world.');
    expect(reason('clean constructor')).toBe('“constructor” is not an object of this world.');
    expect(reason('clean apple & heat apple')).toBe('The object “apple” has two goals.');
    const eleven = ['apple', 'mug', 'plate', 'knife', 'book', 'pen', 'vase', 'bowl', 'egg', 'towel', 'cup'];
    expect(reason(eleven.map((object) => `dry ${object}`).join(' & '))).toBe('The text has 11 goals; 10 is the most.');
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
});
