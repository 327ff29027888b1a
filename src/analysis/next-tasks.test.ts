import { describe, expect, it } from 'vitest';
import { runMetrics } from './metrics.ts';
import { nextTasks, nextTasksAnswer } from './next-tasks.ts';
import { example } from './testing/example-run.ts';

const epochsOf = (levels: readonly number[], { unsolvedShare = 0, successRate = 0 }) =>
  levels.map((meanLevel, i) => ({ epoch: i + 1, meanLevel, unsolvedShare, successRate }));

describe('the recorded run', () => {
  const { epochs } = runMetrics(example);
  const ended = example.filter((event) => event.type === 'epoch-ended');
  const mean = (from: number, to: number) =>
    ended.slice(from - 1, to).reduce((sum, { meanLevel }) => sum + meanLevel, 0) / (to - from + 1);

  it('is asked once it was too hard for a while, and answers with the levels of its epochs', () => {
    const question = nextTasks(epochs, 'too-hard')!;
    expect(question.epoch).toBe(5);
    const updated = example.filter((event) => event.type === 'agent-updated').slice(0, 5);
    const unsolved = updated.reduce((sum, { unsolvedGroups }) => sum + unsolvedGroups, 0);
    expect(question.share).toBeCloseTo(unsolved / (5 * 16), 12);
    const answer = nextTasksAnswer(epochs, question)!;
    expect(answer).toEqual({ guess: 'easier', before: mean(1, 5), after: mean(6, 10) });
    expect(answer.before - answer.after).toBeGreaterThan(0.5);
    expect(question.answeredIn).toBe(10);
  });

  it('does not know the answer before its epochs are there', () => {
    const question = nextTasks(epochs, 'too-hard')!;
    expect(nextTasksAnswer(epochs.slice(0, 9), question)).toBeUndefined();
    expect(nextTasks(epochs.slice(0, 4), 'too-hard')).toBeUndefined();
  });
});

it('asks nothing of tasks that are solved sometimes', () => {
  const epochs = epochsOf([3, 3, 3, 3, 3, 3, 3, 3, 3, 3], { unsolvedShare: 0.5, successRate: 0.5 });
  expect([nextTasks(epochs, 'too-hard'), nextTasks(epochs, 'too-easy')]).toEqual([undefined, undefined]);
});

it.each([
  [[2, 2, 2, 2, 2, 3, 3, 3, 3, 3], 'harder'],
  [[2, 2, 2, 2, 2, 2, 2.5, 2, 2, 2], 'alike'],
  [[4, 4, 4, 4, 4, 3, 3, 3, 3, 3], 'easier'],
])('after %j, too easy, the tasks were %s', (levels, guess) => {
  const epochs = epochsOf(levels, { successRate: 0.9 });
  expect(nextTasksAnswer(epochs, nextTasks(epochs, 'too-easy')!)!.guess).toBe(guess);
});
