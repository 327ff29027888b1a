/**
 * @file Checks by digests that the texts of the household family never change. Recorded logs and models were made with
 * these texts.
 */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RandomStream } from '../../../random/random-stream.ts';
import { evaluationTasks } from '../../data.ts';
import { expectRefusals, taskOf } from '../../testing/read-task.ts';
import { household } from './household.ts';

const task = (text: string) => taskOf(household, text);

it('reads, solves and scores the task of the file header', () => {
  const example = task('clean apple & heat mug');
  const answers = ['apple clean sink mug heat oven'];
  expect(household.oracle(example)).toEqual({ solvable: true, answers, length: 6 });
  expect(household.score(example, ['apple clean sink mug heat lamp'])).toEqual({
    reward: 0,
    success: false,
    wellFormed: true,
    reason: { code: 'household/wrong-station', goal: 2, station: 'lamp', verb: 'heat', object: 'mug' },
  });
  for (const turns of [['mug heat oven apple clean sink'], []])
    expect(household.score(example, turns)).toMatchObject({ wellFormed: false, reward: 0 });
});

it('says why a text is not a task', () => {
  const eleven = ['apple', 'mug', 'plate', 'knife', 'book', 'pen', 'vase', 'bowl', 'egg', 'towel', 'cup'];
  expectRefusals(household, 'household', [
    ['', 'empty-text'],
    ['clean apple &', 'malformed-goal', { goal: 2 }],
    ['sink apple', 'unknown-verb', { word: 'sink' }],
    ['clean constructor', 'unknown-object', { word: 'constructor' }],
    ['clean apple & heat apple', 'two-goals', { object: 'apple' }],
    [eleven.map((object) => `dry ${object}`).join(' & '), 'too-many-goals', { goals: 11, most: 10 }],
  ]);
});

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const texts = Array.from({ length: 400 }, (_, i) => household.sampleTask(1 + (i % 10), new RandomStream(31, 0, i)));
const random = (stream: number) => new RandomStream(stream, 0);

const seeds = () => {
  const stream = random(33);
  return Array.from({ length: 500 }, () => household.sampleSeed(stream));
};

/** Returns the verdicts on texts of known and unknown words in random order. Most of these texts are not tasks. */
function readNoTasks() {
  const words = ['&', 'constructor', ...household.words.slice(0, 14)];
  return Array.from({ length: 600 }, (_, i) => {
    const stream = new RandomStream(32, 0, i);
    const text = Array.from({ length: stream.integer(9) }, () => stream.choice(words)).join(' ');
    const parsed = household.parse(text);
    return [parsed.ok ? household.oracle(parsed.task) : parsed.reason, household.splitSeed(text)];
  });
}

/** Returns what the family derives from each text, and the scores of played, missing and wrong answers. */
function judge() {
  const stream = random(35);
  return texts.map((text) => {
    const read = task(text);
    const played = household.play(read, stream);
    return [
      ...[household.level(read), household.prompt(read), household.goals!(read), household.oracle(read)],
      ...[household.audit(read), household.comparison!(read, played)],
      [played, [], ['apple clean sink'], household.play(read, stream)].map((turns) => household.score(read, turns)),
    ];
  });
}

const { name, example, maxTaskTokens, maxAnswerTokens, maxTurns, reward, oneAnswer, words } = household;
it.each<[string, () => unknown, string]>([
  [
    'limits',
    () => ({ name, example, maxTaskTokens, maxAnswerTokens, maxTurns, reward, oneAnswer }),
    'b50751abec66c63e',
  ],
  ['words', () => words, '7e43fe62b35e2ef0'],
  ['seeds', seeds, 'c34dbbd2a558ced3'],
  ['tasks', () => texts, '0969368eb88753d0'],
  ['development tasks', () => evaluationTasks(household, 'development', 24), 'dd1ffbc0361e0323'],
  ['held-out tasks', () => evaluationTasks(household, 'held-out', 24), 'fd3e32dfdc7a83fa'],
  ['verdicts', judge, 'b855b5066fec33d4'],
  ['refusals', readNoTasks, '84e04db72550350a'],
])('keeps its %s', (_, value, expected) => expect(digest(value())).toBe(expected));
