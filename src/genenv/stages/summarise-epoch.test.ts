import { expect, it } from 'vitest';
import type { RunState, TaskText } from '../log/events.ts';
import { type EpochParts, summariseEpoch } from './summarise-epoch.ts';

const text = (source: string, verdict: string, used: boolean, level = 2) =>
  ({ family: 'kinds', source, verdict, used, level, text: `task ${level}` }) as unknown as TaskText;

const summaryOf = (texts: TaskText[], masks: (0 | 1)[][] = []) =>
  summariseEpoch({
    families: [{ name: 'kinds', levels: 3 }],
    tokenizer: { encode: (words: string) => words.split(' ').map(() => 0) },
    tasksWritten: { type: 'tasks-written', epoch: 4, texts },
    rolledOut: { rollouts: masks.map((mask) => ({ mask })) },
    scored: { rollouts: [], tasks: [] },
    counts: {},
    filtered: { tasks: [] },
    heldOut: null,
    cost: {},
    state: {} as RunState,
  } as unknown as EpochParts);

it('counts only the tokens that the agent wrote in the length of an answer', () => {
  expect(summaryOf([], [[1, 1, 0, 0, 1], [1]]).responseLength).toBe(2);
});

it('gives shares of verdicts on the environment’s texts, or on all texts if it wrote none', () => {
  const base = [text('base', 'valid', true), text('base', 'valid', true, 3)];
  const written = [text('environment', 'unsolvable', false), text('environment', 'valid', true)];
  expect(summaryOf([...base, ...written]).verdicts).toMatchObject({ valid: 0.5, unsolvable: 0.5 });
  expect(summaryOf(base).verdicts).toMatchObject({ valid: 1, unsolvable: 0 });
});

it('gives level, length and number of the attempted tasks', () => {
  const summary = summaryOf([
    text('base', 'valid', true),
    text('base', 'valid', true, 3),
    text('base', 'valid', false, 1),
  ]);
  expect(summary).toMatchObject({
    meanLevel: 2.5,
    levels: { kinds: [0, 0.5, 0.5] },
    attemptedTasks: 2,
    distinctTasks: 2,
  });
  expect(summary.taskLength).toBe(2);
});
