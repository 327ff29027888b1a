import { beforeAll, expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { STAGES } from '../genenv/log/epoch-events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { addEvent, emptyRun, lastStage, nextStage, tasksOf, viewRun } from './run-view.ts';

let log: RunEvent[];
beforeAll(async () => {
  log = await recordRun();
});

const until = (type: RunEvent['type'], epoch: number) =>
  log.slice(0, log.findIndex((event) => event.type === type && 'epoch' in event && event.epoch === epoch) + 1);

it('holds every stage of every epoch, and none before it has happened', () => {
  const view = viewRun(log);
  expect(view.epochs.map(({ epoch }) => epoch)).toEqual([1, 2]);
  for (const epoch of view.epochs) for (const stage of STAGES) expect(epoch[stage]?.type).toBe(stage);
  const half = viewRun(until('scored', 2));
  expect(lastStage(half.epochs[1])).toBe('scored');
  expect(nextStage(half)).toBe('filtered');
  expect(half.epochs[1].filtered).toBeUndefined();
});

it('starts the next epoch with the first stage', () => {
  expect(nextStage(emptyRun)).toBe('tasks-written');
  expect(nextStage(viewRun(until('epoch-ended', 1)))).toBe('tasks-written');
});

it('forgets what followed a stage that is repeated, as after a reload in the middle of an epoch', () => {
  const events = until('filtered', 2);
  const again = events.find((event) => event.type === 'tasks-written' && event.epoch === 2)!;
  const view = addEvent(viewRun(events), again);
  expect(lastStage(view.epochs[1])).toBe('tasks-written');
  expect(view.epochs[0]).toEqual(viewRun(log).epochs[0]);
});

it('keeps for each epoch the settings its filter judged with', () => {
  const before = until('filtered', 1);
  const rest = log.slice(before.length);
  const change: RunEvent = { type: 'settings-changed', epoch: 1, changes: { alpha: 0.8 } };
  const view = viewRun([...before, change, ...rest]);
  expect(view.epochs.map(({ settings }) => settings.alpha)).toEqual([0.5, 0.8]);
  expect(view.epochs[0].changes).toEqual([change]);
  expect(view.settings?.alpha).toBe(0.8);
  const earlier = viewRun([...until('scored', 1), change]);
  expect(earlier.epochs[0].settings.alpha).toBe(0.8);
});

it('keeps for each epoch the KL cap its environment was updated with', () => {
  const capAfter = (stage: RunEvent['type']) => {
    const before = until(stage, 1);
    const change: RunEvent = { type: 'settings-changed', epoch: 1, changes: { environmentKlCap: 0.25 } };
    return viewRun([...before, change, ...log.slice(before.length)]).epochs.map(
      ({ environmentKlCap }) => environmentKlCap,
    );
  };
  expect(viewRun(until('filtered', 1)).epochs[0].environmentKlCap).toBeUndefined();
  expect(capAfter('filtered')).toEqual([0.25, 0.25]);
  expect(capAfter('environment-updated')).toEqual([tableSettings().environmentKlCap, 0.25]);
});

it('gathers for each task what all stages said of it', () => {
  const [epoch] = viewRun(log).epochs;
  const tasks = tasksOf(epoch);
  expect(tasks).toHaveLength(epoch['tasks-written']!.texts.length);
  for (const task of tasks) {
    expect(task.rollouts).toHaveLength(task.used ? tableSettings().groupSize : 0);
    const successes = task.rollouts.filter(({ score }) => score!.success).length;
    expect(task.scored?.count.k ?? 0).toBe(successes);
    expect(task.filtered !== undefined).toBe(task.used);
    for (const { rollout, score } of task.rollouts) expect(score!.rollout).toBe(rollout.rollout);
  }
});
