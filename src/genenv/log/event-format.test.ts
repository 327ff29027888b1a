/** @file The entries of D_train and D_env that follow from an epoch's events. */
import { describe, expect, it } from 'vitest';
import { runEventFormat } from './event-format.ts';
import type { EnvironmentEntry, RunEvent, TaskText } from './events.ts';

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

const trace = (task: number, rollout: number, wellFormed: boolean, success: boolean) => ({
  rollout: { task, rollout, finish: 'stop', turns: ['open'], ids: [3, 1], mask: [1, 1], logprobs: [-0.5, -0.25] },
  score: { task, rollout, wellFormed, success, reward: success ? 1 : 0, advantage: success ? 0.7 : -0.7 },
});

const pair: EnvironmentEntry = {
  epoch: 4,
  family: 'doors',
  context: 'write a task',
  contextIds: [5],
  writtenIds: [3, 7],
  successRate: 0.375,
  weight: 2.5,
};

// A task of a world of this program, and of another; the same text again; one without a valid trace.
const apple = { family: 'household', text: 'clean apple' };
const texts = [
  text(0, apple),
  text(1, { text: 'the same text' }),
  text(2, { text: 'the same text' }),
  text(3, { text: 'the same text', written: { ids: [3, 7], tokens: [], logprobs: [] } }),
];
const traces = [
  trace(0, 0, true, true),
  trace(0, 1, false, false),
  trace(0, 2, true, false),
  trace(1, 0, true, false),
  trace(2, 0, true, true),
  trace(3, 0, false, false),
];
const epoch = [
  { type: 'tasks-written', epoch: 4, recentSuccess: {}, texts },
  { type: 'rolled-out', epoch: 4, rollouts: traces.map(({ rollout }) => rollout) },
  {
    type: 'scored',
    epoch: 4,
    rollouts: traces.map(({ score }) => score),
    tasks: [
      { task: 0, count: { k: 1, n: 3 } },
      { task: 1, count: { k: 0, n: 1 } },
      { task: 2, count: { k: 1, n: 1 } },
      { task: 3, count: { k: 0, n: 1 } },
    ],
  },
  { type: 'pools-updated', epoch: 4, environment: [pair] },
  { type: 'epoch-ended', epoch: 4 },
] as unknown as RunEvent[];

it('an entry of D_train has every valid trace of a task attempted, what GRPO needs of each, and a right answer', () => {
  const { train } = runEventFormat.poolEntries(epoch);
  const part = { epoch: 4, source: 'environment' };
  const answer = { turns: ['open'], ids: [3, 1], mask: [1, 1], logprobs: [-0.5, -0.25] };
  const right = { ...answer, reward: 1, advantage: 0.7 };
  const wrong = { ...answer, reward: 0, advantage: -0.7 };
  expect(train).toEqual([
    { ...part, ...apple, level: 1, success: 1 / 3, key: ['apple clean sink'], traces: [right, wrong] },
    { ...part, family: 'doors', text: 'the same text', level: 2, success: 0, key: [], traces: [wrong] },
    { ...part, family: 'doors', text: 'the same text', level: 3, success: 1, key: [], traces: [right] },
  ]);
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
