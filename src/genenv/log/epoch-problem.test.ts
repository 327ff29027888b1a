/** @file The check of whole epochs takes what the loop makes, and names what would break a view of it. */
import { beforeAll, expect, it } from 'vitest';
import { epochProblem } from './epoch-problem.ts';
import type { RunEvent } from './events.ts';
import { recordRun, tableSettings } from '../testing/record-run.ts';

let epochs: RunEvent[][];

beforeAll(async () => {
  const events = await recordRun(tableSettings({ kMin: 1 }));
  const second = events.findIndex(({ type }) => type === 'epoch-ended') + 1;
  epochs = [events.slice(0, second), events.slice(second)];
});

/** The problem of the first epoch after a change of one event. */
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
