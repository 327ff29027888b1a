/** @file The entries of D_train and D_env that follow from an epoch's events. */
import { describe, expect, it } from 'vitest';
import { runEventFormat } from './event-format.ts';
import type { EnvironmentEntry, RunEvent, TaskText, TrainEntry } from './events.ts';

const text = (index: number, changes: Partial<TaskText>): TaskText =>
  ({
    index,
    family: 'doors',
    source: 'environment',
    batch: 0,
    context: 'write a task',
    seed: '',
    written: { ids: [index, 7], tokens: ['a', 'b'], logprobs: [0, 0] },
    text: `task ${index}`,
    verdict: 'valid',
    reason: '',
    level: index + 1,
    oracleLength: 2,
    prompt: '',
    used: true,
    ...changes,
  }) as TaskText;

const trace = (task: number, wellFormed: boolean, success: boolean) => ({
  rollout: { task, finish: 'stop', turns: ['open'] },
  score: { task, wellFormed, success, reward: success ? 1 : 0 },
});

const entry: TrainEntry = {
  epoch: 4,
  family: 'doors',
  source: 'environment',
  text: 'the same text',
  level: 3,
  turns: ['open'],
  reward: 1,
};
const pair: EnvironmentEntry = {
  epoch: 4,
  family: 'doors',
  context: 'write a task',
  contextIds: [5],
  writtenIds: [3, 7],
  successRate: 0.375,
  weight: 2.5,
};

const same = { text: 'the same text' };
const texts = [
  // Not attempted; attempted without a valid trace; the one that joined; attempted after it.
  text(0, { ...same, used: false }),
  text(1, same),
  text(2, same),
  text(3, { ...same, written: { ids: [3, 7], tokens: [], logprobs: [] } }),
];
const traces = [trace(1, false, false), trace(2, true, true), trace(2, true, false), trace(3, true, false)];
const epoch = [
  { type: 'tasks-written', epoch: 4, recentSuccess: {}, texts },
  { type: 'rolled-out', epoch: 4, rollouts: traces.map(({ rollout }) => rollout) },
  {
    type: 'scored',
    epoch: 4,
    rollouts: traces.map(({ score }) => score),
    tasks: [
      { task: 1, count: { k: 0, n: 1 } },
      { task: 2, count: { k: 1, n: 2 } },
      { task: 3, count: { k: 0, n: 1 } },
    ],
  },
  { type: 'pools-updated', epoch: 4, train: [entry], environment: [pair] },
  { type: 'epoch-ended', epoch: 4 },
] as unknown as RunEvent[];

describe('an entry of D_train', () => {
  it('has the success of the first attempted task of its text that has a valid trace', () => {
    expect(runEventFormat.poolEntries(epoch).train).toEqual([{ ...entry, success: 0.5 }]);
  });
});

describe('an entry of D_env', () => {
  it('has the text and level of the task that was written, and p̂ as the filter took it', () => {
    const { successRate, ...rest } = pair;
    expect(runEventFormat.poolEntries(epoch).environment).toEqual([
      { ...rest, source: 'environment', level: 4, success: successRate, text: 'the same text' },
    ]);
  });

  it('has no text and level 0 if the log does not hold the task', () => {
    const [{ text: found, level }] = runEventFormat.poolEntries(epoch.slice(1)).environment;
    expect([found, level]).toEqual(['', 0]);
  });
});
