/** @file Checks writing a task, asking for answers and playing the agent, without a page around it. */
import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { eventually } from '../../../common/testing/eventually.ts';
import type { EpochView } from '../../../analysis/run-view.ts';
import type { TaskAnswer, TaskAnswers } from '../../../runs/attempt-task.ts';
import { household } from '../../../tasks/families/household/household.ts';
import { statefulCalls } from '../../../tasks/families/stateful-calls/stateful-calls.ts';
import type { Family } from '../../../tasks/family.ts';
import { FAMILIES } from '../../../tasks/registry.ts';
import { answerCounts, successes } from './answer-counts.ts';
import { Game } from './game.svelte.ts';
import { playableTasks } from './playable-tasks.ts';
import { TryPage } from './try-page.svelte.ts';

const nobody = () => Promise.reject<TaskAnswers>(new Error('Nobody answers.'));

beforeAll(loadErrorSentences);

it('reads along while a task is written', async () => {
  const page = new TryPage('household', nobody);
  expect(page.text).toBe('clean apple & heat mug');
  page.write('');
  expect(page.inspection).toBeNull();
  await eventually(() => expect(page.words).toContain('clean'));
  page.add('clean');
  await eventually(() => expect(page.words).toContain('apple'));
  expect(page.inspection).toMatchObject({ verdict: 'unparseable', reason: { code: 'household/malformed-goal' } });
  page.write('clean ap');
  await eventually(() => expect(page.words).toEqual(['apple']));
  page.add('apple');
  expect(page.text).toBe('clean apple ');
  expect(page.inspection).toMatchObject({ verdict: 'valid', level: 1, oracleLength: 3 });
  expect(page.solution).toEqual(['apple clean sink']);
  page.choose('travel-rules');
  page.write('');
  await eventually(() => expect(page.words).not.toContain('&'));
  expect(page.inspection).toBeNull();
});

it('shows the answers to the text as it was asked, or why there are none', async () => {
  const answers = { before: {}, now: {}, epoch: 2, temperature: 1 } as TaskAnswers;
  const ask = vi.fn().mockResolvedValueOnce(answers).mockRejectedValueOnce(new Error('The run has ended.'));
  const page = new TryPage('household', ask);
  page.write('clean apple ');
  await page.attempt(4);
  expect(ask).toHaveBeenCalledWith({ family: 'household', text: 'clean apple', samples: 4 });
  expect(page.answers).toEqual({ ...answers, text: 'clean apple' });
  await page.attempt(4);
  expect(page.problem?.cause).toBe('The run has ended.');
});

it('keeps the answers shown before if asking is cancelled', async () => {
  const answers = { before: {}, now: {}, epoch: 2, temperature: 1 } as TaskAnswers;
  const page = new TryPage('household', async () => answers);
  const asking = page.attempt(4);
  page.job.cancel();
  await asking;
  expect([page.answers, page.problem, page.job.running]).toEqual([undefined, undefined, false]);
});

it('counts equal answers once', () => {
  const answer = (turn: string, finish: 'stop' | 'length') =>
    ({ rollout: { finish }, written: [turn], score: { success: finish === 'stop' } }) as TaskAnswer;
  const samples = [answer('a', 'length'), answer('b', 'stop'), answer('b', 'stop')];
  expect(answerCounts(samples)).toEqual([
    { turns: ['b'], cutOff: false, count: 2, success: true },
    { turns: ['a'], cutOff: true, count: 1, success: false },
  ]);
  expect(successes(samples)).toBe(2);
});

const epoch = {
  'tasks-written': {
    texts: [
      { index: 0, family: 'household', text: 'clean apple & heat mug', level: 2 },
      { index: 1, family: 'household', text: 'dry pen', level: 1 },
      { index: 2, family: 'travel-rules', text: '', level: 1 },
    ],
  },
  scored: {
    rollouts: [],
    tasks: [
      { task: 0, count: { k: 1, n: 8 } },
      { task: 1, count: { k: 6, n: 8 } },
    ],
  },
} as unknown as EpochView;

it('plays the tasks of an epoch, and keeps the tally beside the agent’s', () => {
  const tasks = playableTasks(household as unknown as Family, epoch);
  expect(tasks).toEqual([
    { text: 'dry pen', level: 1, agent: { k: 6, n: 8 } },
    { text: 'clean apple & heat mug', level: 2, agent: { k: 1, n: 8 } },
  ]);
  const game = new Game(household as unknown as Family, tasks, 0.5);
  expect(game.prompt).toBe('dry pen');
  game.answer('pen dry rack');
  expect(game.score).toMatchObject({ success: true });
  game.answer('again');
  expect(game.turns).toHaveLength(1);
  game.next();
  game.answer('apple clean sink mug heat lamp');
  expect(game.score).toMatchObject({ success: false, reason: { code: 'household/wrong-station' } });
  expect([game.person, game.agent]).toEqual([
    { k: 1, n: 2 },
    { k: 7, n: 16 },
  ]);
});

it('plays several turns, and tells what the simulator answers', () => {
  const tasks = [{ text: 'bill boss eve', level: 2, agent: null }];
  const game = new Game(statefulCalls as unknown as Family, tasks, 0.5);
  game.answer('boss eve office');
  expect(game.score).toBeUndefined();
  const [{ observation }] = game.turns;
  expect(statefulCalls.words).toContain(observation);
  game.answer(`bill ${observation} bank`);
  expect(game.score).toMatchObject({ success: true });
  expect(game.agent).toEqual({ k: 0, n: 0 });
});

it.each(FAMILIES.map((family) => [family.name, family] as const))('has tasks of %s to play', (_, family) => {
  const tasks = playableTasks(family, undefined);
  const game = new Game(family, tasks, 0.5);
  const parsed = family.parse(game.task.text);
  const oracle = parsed.ok && family.oracle(parsed.task);
  if (!oracle || !oracle.solvable) throw new Error(`“${game.task.text}” cannot be played.`);
  for (const turn of oracle.answers) game.answer(turn);
  expect(game.score).toMatchObject({ success: true });
  expect(game.prompt).not.toBe('');
});
