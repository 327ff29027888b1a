/**
 * @file Tests which logs are refused, and which entries of D_train and D_env an epoch's events yield.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { recordRun, tableSettings } from '../testing/record-run.ts';
import { epochProblem, eventProblem, runEventFormat } from './event-format.ts';
import type { RunEvent } from './events.ts';

let events: RunEvent[];

beforeAll(async () => {
  events = [
    { type: 'settings-changed', epoch: 1, changes: { alpha: 0.6 } },
    ...(await recordRun(tableSettings({ kMin: 1 }))),
  ];
});

it('accepts every event of a run, also after a round trip through JSON', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBe(10);
  for (const event of events) expect(eventProblem(JSON.parse(JSON.stringify(event)))).toBeNull();
});

it('refuses an event that lacks any one of its fields', () => {
  for (const event of events)
    for (const name of Object.keys(event)) {
      const { [name]: _, ...rest } = event as unknown as Record<string, unknown>;
      expect(eventProblem(rest)).not.toBeNull();
    }
});

it('accepts exactly the codes of the loop with their numbers, and any code of a family', () => {
  const written = structuredClone(events.find((event) => event.type === 'tasks-written')!);
  const problem = (reason: unknown) => {
    Object.assign(written.texts[0], { reason });
    return eventProblem(written);
  };
  for (const reason of [null, { code: 'cut-off', tokens: 24 }, { code: 'household/two-goals', object: 'mug' }])
    expect(problem(reason)).toBeNull();
  const wrong = ['', 'A sentence.', { code: 'cut-off' }, { code: 'unheard-of' }, { code: 'household/odd', list: [] }];
  for (const reason of wrong) expect(problem(reason)).toMatch(/^is not an event: texts\[0\]\.reason/);
});

it('names the place', () => {
  const filtered = structuredClone(events.find((event) => event.type === 'filtered')!);
  Object.assign(filtered.tasks[1], { kept: 'yes' });
  expect(eventProblem(filtered)).toMatch(/^is not an event: tasks\[1\]\.kept: /);
  expect(eventProblem({ type: 'settings-changed', epoch: 1, changes: { alpha: 7 } })).toMatch(/changes/);
  for (const nonsense of [null, 3, 'text', [], {}, { type: 'other' }]) expect(eventProblem(nonsense)).not.toBeNull();
});

let epochs: RunEvent[][];

beforeAll(async () => {
  const events = await recordRun(tableSettings({ kMin: 1 }));
  const second = events.findIndex(({ type }) => type === 'epoch-ended') + 1;
  epochs = [events.slice(0, second), events.slice(second)];
});

/** Returns the problem of the first epoch after one event is changed. */
function after<Type extends RunEvent['type']>(type: Type, change: (event: Extract<RunEvent, { type: Type }>) => void) {
  const events = structuredClone(epochs[0]);
  change(events.find((event) => event.type === type) as Extract<RunEvent, { type: Type }>);
  return epochProblem(events, null);
}

it('takes the epochs of a run, with changes of settings between any two stages', () => {
  const changed: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alpha: 0.6 } };
  expect(epochProblem(epochs[0], null)).toBeNull();
  expect(epochProblem(epochs[1], epochs[0].at(-1))).toBeNull();
  for (let i = 0; i < epochs[1].length; i++)
    expect(epochProblem([...epochs[1].slice(0, i), changed, ...epochs[1].slice(i)], undefined)).toBeNull();
});

it('names indices that are not unique, or that name nothing', () => {
  expect(after('tasks-written', ({ texts }) => (texts[1].index = texts[0].index))).toMatch(/task \d+ stands twice/);
  expect(after('rolled-out', ({ rollouts }) => (rollouts[1].rollout = 0))).toMatch(
    /rollout 0 of task \d+ stands twice/,
  );
  expect(after('rolled-out', ({ rollouts }) => (rollouts[0].task = 999))).toBe('rolled-out: task 999 was not written');
  expect(after('scored', ({ rollouts }) => (rollouts[0].rollout = 99))).toMatch(/rollouts\[0\] is not the one/);
  expect(after('scored', ({ rollouts }) => rollouts.pop())).toMatch(/rollouts, but \d+ were made/);
  expect(after('scored', ({ tasks }) => tasks.push(tasks[0]))).toMatch(/stands twice/);
  expect(after('scored', ({ tasks }) => (tasks[0].task = 999))).toBe('scored: task 999 was not attempted');
  expect(after('scored', ({ tasks }) => (tasks[0].count.k = 1000))).toMatch(/solved more often/);
  expect(after('filtered', ({ tasks }) => tasks.push(tasks[0]))).toMatch(/stands twice/);
  expect(after('filtered', ({ tasks }) => (tasks[0].task = 999))).toBe('filtered: task 999 was not written');
});

it('names lists of tokens that differ in length', () => {
  expect(after('rolled-out', ({ rollouts }) => rollouts[0].mask.push(1))).toMatch(/different lengths/);
  expect(after('tasks-written', ({ texts }) => texts.find(({ written }) => written)!.written!.tokens.push(''))).toMatch(
    /different lengths/,
  );
});

it('names stages that are missing at the ends, out of order, or of another epoch', () => {
  const [first, second] = epochs;
  expect(epochProblem(first.slice(1), null)).toMatch(/does not begin with the start/);
  expect(epochProblem(first, first.at(-1))).toMatch(/^epoch 1 follows epoch 1/);
  expect(epochProblem([first[0], first[2], first[1], ...first.slice(3)], null)).toMatch(/wrong place/);
  expect(epochProblem([second[0], ...second], first.at(-1))).toMatch(/^tasks-written: it stands twice/);
  expect(epochProblem(first, second.at(-1))).not.toBeNull();
  expect(after('scored', (event) => (event.epoch = 7))).toBe('scored: it is of epoch 7, within epoch 1');
  expect(after('epoch-ended', ({ state }) => (state.epoch = 7))).toMatch(/its state is that of epoch 7/);
});

// src/runs/pool-window.test.ts rebuilds the pools of whole runs.
describe('entries of the pools of a task whose family is unknown', () => {
  const written = { ids: [3, 7], tokens: [], logprobs: [] };
  const task = { index: 0, family: 'doors', source: 'environment', context: 'write', written, text: 'red', level: 2 };
  const answer = { turns: ['open'], ids: [3, 1], mask: [1, 1], logprobs: [-0.5, -0.25] };
  const score = { reward: 0.5, advantage: 0.7 };
  const pair = { epoch: 4, family: 'doors', context: 'write', contextIds: [5], writtenIds: [3, 7], weight: 2.5 };
  const at = (rollout: number) => ({ task: 0, rollout });
  const epoch = [
    { type: 'tasks-written', epoch: 4, texts: [task] },
    { type: 'rolled-out', epoch: 4, rollouts: [0, 1].map((i) => ({ ...at(i), ...answer, finish: 'stop' })) },
    {
      type: 'scored',
      epoch: 4,
      rollouts: [0, 1].map((i) => ({ ...at(i), ...score, wellFormed: i === 0 })),
      tasks: [{ task: 0, count: { k: 1, n: 2 } }],
    },
    { type: 'pools-updated', epoch: 4, environment: [{ ...pair, successRate: 0.375 }] },
    { type: 'epoch-ended', epoch: 4 },
  ] as unknown as RunEvent[];

  it('have the valid traces and no right answer', () => {
    const { train, environment } = runEventFormat.poolEntries(epoch);
    const known = { epoch: 4, family: 'doors', source: 'environment', text: 'red', level: 2 };
    expect(train).toEqual([{ ...known, success: 0.5, key: [], traces: [{ ...answer, ...score }] }]);
    expect(environment).toEqual([{ ...pair, ...known, success: 0.375 }]);
  });

  it('have no text and level 0 if the log does not hold the task', () => {
    const [{ text, level }] = runEventFormat.poolEntries(epoch.slice(1)).environment;
    expect([text, level]).toEqual(['', 0]);
  });
});
