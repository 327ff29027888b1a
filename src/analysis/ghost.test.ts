/** @file The dashed course is made of logged values alone. */
import { expect, it } from 'vitest';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { ghostBefore, parentGhost } from './ghost.ts';
import { runMetrics } from './metrics.ts';

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
