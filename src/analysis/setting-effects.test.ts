import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { defaultSettings } from '../genenv/settings/settings.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { runMetrics } from './metrics.ts';
import { type TaskView, viewRun } from './run-view.ts';
import { type EffectsRequest, ghostBefore, lastChange, parentGhost, settingEffects } from './setting-effects.ts';

/** Makes tasks with eight answers each, of which `right[i]` are right. */
const solved = (right: readonly number[]): TaskView[] =>
  right.map((k, task) => ({ scored: { task, scope: { k, n: 8 }, successRate: k / 8 } }) as TaskView);

const ask = (change: Partial<EffectsRequest['settings']>, request: Partial<EffectsRequest> = {}): EffectsRequest => ({
  settings: { ...defaultSettings, ...change },
  inForce: defaultSettings,
  tasks: [],
  rolloutsPerSecond: undefined,
  ...request,
});

it('counts what passes: with G = 8 and k_min = .1 only 4 of 8', () => {
  const request = ask({ groupSize: 8, alpha: 0.5, kMin: 0.1 }, { tasks: solved([0, 3, 4, 4, 5, 8]) });
  expect(settingEffects('kMin', request)).toEqual([
    { kind: 'passes', counts: [4], groupSize: 8, tasks: { inside: 2, all: 6 } },
  ]);
});

it('finds nothing in a band that no count reaches', () => {
  expect(settingEffects('alpha', ask({ groupSize: 3, alpha: 0.5, kMin: 0.1 }))).toEqual([
    { kind: 'passes', counts: [], groupSize: 3 },
  ]);
});

it('says nothing of single tasks if p̂ is taken over several, or the band is another’s', () => {
  expect(settingEffects('alpha', ask({ successScope: 'epoch' }))).toEqual([]);
  expect(settingEffects('alpha', ask({ arm: 'r-zero' }))).toEqual([]);
});

it('counts the rollouts of an epoch, and their seconds if the speed is known', () => {
  const { tasksPerEpoch, groupSize } = defaultSettings;
  expect(settingEffects('tasksPerEpoch', ask({ tasksPerEpoch: 3 * tasksPerEpoch }, { rolloutsPerSecond: 96 }))).toEqual(
    [
      {
        kind: 'rollouts',
        rollouts: 3 * tasksPerEpoch * groupSize,
        times: 3,
        seconds: (3 * tasksPerEpoch * groupSize) / 96,
      },
    ],
  );
  expect(settingEffects('groupSize', ask({ groupSize: 2 * groupSize })).at(-1)).toEqual({
    kind: 'rollouts',
    rollouts: 2 * tasksPerEpoch * groupSize,
    times: 2,
  });
});

it('measures the shape of the reward, the contrast of the weights and the odds of tokens', () => {
  const [half] = settingEffects('beta', ask({ beta: 8 }));
  // exp(−8 d²) = ½
  expect(half.kind === 'half-reward' && Math.exp(-8 * half.distance ** 2)).toBeCloseTo(0.5, 12);
  expect(settingEffects('lambda', ask({ lambda: 2 }))).toEqual([{ kind: 'contrast', factor: Math.exp(2) }]);
  expect(settingEffects('agentTemperature', ask({ agentTemperature: 0.5 }))).toEqual([{ kind: 'odds', odds: 4 }]);
  expect(settingEffects('environmentTemperature', ask({ environmentTemperature: 0 }))).toEqual([
    { kind: 'odds', odds: Infinity },
  ]);
});

const metrics = runMetrics(await recordRun(tableSettings({ epochs: 9, evalEvery: 3 })));
const { epochs, heldOut } = metrics;

it('draws the parent up to the epoch in view', () => {
  const ghost = parentGhost(metrics, 6);
  expect(ghost.success).toEqual(epochs.slice(0, 6).map(({ epoch, successRate: value }) => ({ epoch, value })));
  expect(ghost.heldOut.map(({ epoch }) => epoch)).toEqual([0, 3, 6]);
  const [family] = Object.keys(heldOut[0].byLevel);
  const solved = heldOut[2].byLevel[family].filter((success) => success >= 0.5).length;
  expect(ghost.solved[family].at(-1)).toEqual({ epoch: 6, value: solved });
});

it('holds the course before a change at its last level, and reads nothing after the change', () => {
  const { success, heldOut: evaluations } = ghostBefore(metrics, 7, 9);
  const level = epochs.slice(1, 6).reduce((sum, { successRate }) => sum + successRate, 0) / 5;
  expect(success.slice(-2).map(({ epoch }) => epoch)).toEqual([7, 9]);
  expect(success.at(-1)!.value).toBeCloseTo(level, 12);
  expect(success).toHaveLength(8);
  expect(evaluations.at(-1)).toEqual({ epoch: 9, value: heldOut[2].success });
  expect(ghostBefore(metrics, 1, 9).success).toEqual([]);
});

const log = await recordRun(tableSettings({ epochs: 4, alpha: 0.5, kMin: 0.3 }));
const changedBefore = (epoch: number, ...changes: object[]): RunEvent[] =>
  changes.map((one) => ({ type: 'settings-changed', epoch, changes: one }));
const at = (epoch: number) => log.findIndex((event) => 'epoch' in event && event.epoch === epoch);

it('names the values before and after the newest change, and only one that the epoch in view knows', () => {
  const events = [
    ...log.slice(0, at(2)),
    ...changedBefore(2, { alpha: 0.4 }),
    ...log.slice(at(2), at(4)),
    ...changedBefore(4, { alpha: 0.2, kMin: 0.1 }, { kMin: 0.2 }),
    ...log.slice(at(4)),
  ];
  const view = viewRun(events);
  expect(lastChange(view)).toEqual({
    epoch: 4,
    values: [
      { name: 'alpha', from: 0.4, to: 0.2 },
      { name: 'kMin', from: 0.3, to: 0.2 },
    ],
  });
  expect(lastChange(view, 3)).toEqual({ epoch: 2, values: [{ name: 'alpha', from: 0.5, to: 0.4 }] });
  expect(lastChange(view, 1)).toBeUndefined();
});
