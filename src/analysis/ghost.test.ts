/**
 * @file Checks that the dashed course is made of logged values alone, and finds the newest change of a run in its log.
 */
import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { ghostBefore, lastChange, parentGhost } from './setting-effects.ts';
import { runMetrics } from './metrics.ts';
import { viewRun } from './run-view.ts';

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
