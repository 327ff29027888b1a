/**
 * @file The shipped household is a world as data. These digests come from the family that logs and models were made
 * with, so worlds keep its texts to the letter.
 */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { evaluationTasks } from '../../data.ts';
import { taskOf } from '../../testing/read-task.ts';
import { household } from './household.ts';

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const levels = Array.from({ length: household.levels }, (_, index) => index + 1);
const texts = levels.flatMap((level) =>
  Array.from({ length: 200 }, (_, i) => household.sampleTask(level, new RandomStream(31, level, i))),
);
/** These texts have known and unknown words in any order; most are no task. */
const noTasks = Array.from({ length: 3000 }, (_, i) => {
  const random = new RandomStream(32, 0, i);
  const words = ['&', 'constructor', ...household.words.slice(0, 14)];
  return Array.from({ length: random.integer(9) }, () => random.choice(words)).join(' ');
});

it('has the same words, limits and seeds', () => {
  const { name, example, maxTaskTokens, maxAnswerTokens, maxTurns, reward, oneAnswer } = household;
  expect({ name, example, maxTaskTokens, maxAnswerTokens, maxTurns, reward, oneAnswer }).toEqual({
    name: 'household',
    example: 'clean apple & heat mug',
    maxTaskTokens: 28,
    maxAnswerTokens: 31,
    maxTurns: 1,
    reward: 'exact',
    oneAnswer: true,
  });
  expect(digest(household.words)).toBe('7e43fe62b35e2ef0');
  const random = new RandomStream(33, 0);
  expect(digest(Array.from({ length: 500 }, () => household.sampleSeed(random)))).toBe('c34dbbd2a558ced3');
});

it('has the same tasks, held-out tasks and play', () => {
  expect(digest(texts)).toBe('98f63397ed888d89');
  expect(digest(evaluationTasks(household, 'development', 24))).toBe('dd1ffbc0361e0323');
  expect(digest(evaluationTasks(household, 'held-out', 24))).toBe('fd3e32dfdc7a83fa');
  const random = new RandomStream(34, 0);
  expect(digest(texts.map((text) => household.play(taskOf(household, text), random)))).toBe('6b9345d8031625ed');
});

it('reads, solves and scores alike, and refuses in the same words', () => {
  const random = new RandomStream(35, 0);
  const judged = texts.map((text) => {
    const task = taskOf(household, text);
    const played = household.play(task, random);
    return [
      household.level(task),
      household.prompt(task),
      household.goals!(task),
      household.oracle(task),
      household.audit(task),
      household.comparison!(task, played),
      [played, [], ['apple clean sink'], household.play(task, random)].map((turns) => household.score(task, turns)),
    ];
  });
  expect(digest(judged)).toBe('97e06368b845ca11');
  const refusals = noTasks.map((text) => {
    const parsed = household.parse(text);
    return [parsed.ok ? household.oracle(parsed.task) : parsed.reason, household.splitSeed(text)];
  });
  expect(digest(refusals)).toBe('b330263abb126f0b');
});
