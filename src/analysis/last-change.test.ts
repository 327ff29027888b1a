/** @file The newest change of a run, as its log has it. */
import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { lastChange } from './ghost.ts';
import { viewRun } from './run-view.ts';

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
