import { loadErrorSentences } from '../../shared/problems.svelte.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import type { TaskAnswer, TaskAnswers } from '../../../runs/attempt-task.ts';
import { answerCounts, successes } from './Answers.svelte';
import { TryPage } from './try-page.svelte.ts';

beforeAll(loadErrorSentences);

it('shows the answers to the trimmed text, or why there are none', async () => {
  const answers = { before: {}, now: {}, epoch: 2, temperature: 1 } as TaskAnswers;
  const ask = vi.fn().mockResolvedValueOnce(answers).mockRejectedValueOnce(new Error('The run has ended.'));
  const page = new TryPage('household', ask);
  page.text = 'clean apple ';
  await page.attempt(4);
  expect(ask).toHaveBeenCalledWith({ family: 'household', text: 'clean apple', samples: 4 });
  expect(page.answers).toEqual({ ...answers, text: 'clean apple' });
  await page.attempt(4);
  expect(page.problem?.cause).toBe('The run has ended.');
});

it('ignores the answers to a cancelled question', async () => {
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
