import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../policy/testing/scripted-policy.ts';
import { household } from '../../tasks/families/household/household.ts';
import { type Family, PLAIN_TEXT } from '../../tasks/family.ts';
import { parseSettings } from '../settings/settings.ts';
import { kinds } from '../testing/kinds-family.ts';
import { tokenizerOf } from '../testing/table-players.ts';
import { countKeys, inspectTask } from './inspect-task.ts';
import { writeTasks } from './write-tasks.ts';
import { solveText } from '../../tasks/family-parts.ts';

const world = household as Family;
const tokenizer = tokenizerOf([world]);

const rightAnswer = (text: string): string => solveText(world, text)![0];

/** Makes a writer that adds no goal to the seed. It writes the key that `keys` returns, also for each further vote. */
const writer = (keys: (text: string, task: number, vote: number) => string) =>
  scriptedModel(tokenizer, ({ prompt, task, rollout }) => {
    const words = prompt.split(' ');
    const again = words.at(-1) === '<sep>';
    const key = keys(words.slice(2, again ? -1 : undefined).join(' '), task, again ? rollout + 1 : 0);
    return again ? key : `<sep> ${key}`;
  }).policy;

const written = (keys: Parameters<typeof writer>[0], changes: object = {}) =>
  writeTasks({
    writer: writer(keys),
    families: [world],
    tokenizer,
    settings: parseSettings({ answerKey: 'written', overSampling: 1, maxDraws: 1, ...changes }),
    epoch: 1,
    state: { recentSuccess: { household: 0.5 } },
    source: 'environment',
    needed: 4,
    refuse: () => null,
  });

const wrong = (text: string) => rightAnswer(text).replace(/\S+$/, (place) => (place === 'sink' ? 'oven' : 'sink'));

it('takes the task with its written key, right or wrong, and records the oracle’s verdict', async () => {
  const { candidates } = await written((text, task) => (task % 2 === 0 ? rightAnswer(text) : wrong(text)));
  expect(candidates.map(({ used, key }) => [used, key!.right])).toEqual([0, 1, 2, 3].map((i) => [true, i % 2 === 0]));
  const [right, mistaken] = candidates;
  expect(right.text).not.toContain('<sep>');
  for (const { world: judge, task, key, text } of [right, mistaken]) {
    expect(judge.score(task, key!.turns).reward).toBe(1);
    expect(judge.score(task, [rightAnswer(text)]).reward).toBe(key!.right ? 1 : 0);
  }
});

it('refuses a text with a missing or malformed key', async () => {
  const { candidates } = await written((text, task) => (task === 0 ? '' : task === 1 ? 'sink' : rightAnswer(text)));
  expect(candidates.slice(0, 2).map(({ used, verdict, reason }) => [used, verdict, reason?.code])).toEqual([
    [false, 'unparseable', 'malformed-key'],
    [false, 'unparseable', 'malformed-key'],
  ]);
  expect(candidates.slice(2).map(({ used }) => used)).toEqual([true, true]);
});

it('refuses a wrong key if the oracle checks keys', async () => {
  const { candidates } = await written((text, task) => (task === 0 ? wrong(text) : rightAnswer(text)), {
    answerKey: 'checked',
  });
  expect(candidates.map(({ used }) => used)).toEqual([false, true, true, true]);
  expect(candidates[0].reason).toMatchObject({ code: 'wrong-key' });
});

it('refuses a task unless more than half of its keys equal the first', async () => {
  // Number of keys that equal the first key, out of five, by task.
  const agree = [5, 3, 2, 1];
  const { candidates, flops, tokens } = await written(
    (text, task, vote) => (vote < agree[task] ? rightAnswer(text) : wrong(text)),
    { keyVotes: 5 },
  );
  expect(candidates.map(({ used }) => used)).toEqual([true, true, false, false]);
  expect(candidates[2].reason).toEqual({ code: 'key-not-agreed', agree: 2, keys: 5 });
  expect(flops).toBe(2);
  // A key has three words and ends with `<eos>`. The first key of a task also has a `<sep>`.
  expect(tokens).toBe(4 * 5 + 4 * 4 * 4);
});

it('counts attempted tasks and their successes by the verdict on the key', async () => {
  const { candidates } = await written((text, task) => (task < 3 ? rightAnswer(text) : wrong(text)));
  const tasks = candidates.map(({ index }) => ({
    task: index,
    count: { k: index, n: 8 },
    scope: { k: index, n: 8 },
    successRate: index / 8,
    environmentReward: 0,
  }));
  expect(countKeys(candidates, { tasks })).toEqual({
    right: { tasks: 3, success: { k: 0 + 1 + 2, n: 24 } },
    wrong: { tasks: 1, success: { k: 3, n: 8 } },
  });
  expect(countKeys([], { tasks })).toBeUndefined();
});

describe('inspectTask', () => {
  it.each([
    ['noise', { verdict: 'unparseable', reason: { code: 'kinds/noise' }, level: 0, task: null }],
    [
      'impossible',
      { verdict: 'unsolvable', reason: { code: 'kinds/impossible' }, level: 10, oracleLength: 0, task: null },
    ],
    ['trivial', { verdict: 'trivial', reason: { code: 'answer-in-prompt' }, task: null }],
    ['ambiguous', { verdict: 'ambiguous', reason: { code: 'several-answers' }, oracleLength: 2, task: null }],
  ])('finds the fault of the text "%s"', (text, inspected) => {
    expect(inspectTask(kinds, text, PLAIN_TEXT)).toMatchObject(inspected);
  });

  it('finds no fault in a valid task', () => {
    const inspected = { level: 4, oracleLength: 2, prompt: '<kinds> fine <sep>', task: 'fine' };
    expect(inspectTask(kinds, 'fine', PLAIN_TEXT)).toEqual({ verdict: 'valid', reason: null, ...inspected });
  });

  it('refuses a text without a key if the environment writes keys', () => {
    const refused = { verdict: 'unparseable', reason: { code: 'no-key' }, task: null };
    expect(inspectTask(kinds, 'fine', PLAIN_TEXT, { turns: [], checked: false })).toMatchObject(refused);
  });
});
