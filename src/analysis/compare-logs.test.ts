/** @file Two event logs compared event by event. */
import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { compareLogs } from './compare-logs.ts';

it('finds the same run of the same seed, and the first event of another', async () => {
  const log = await recordRun();
  const same = await recordRun();
  expect(compareLogs(log, same)).toEqual({
    same: log.length,
    difference: undefined,
    lengths: [log.length, log.length],
  });
  const other = await recordRun(tableSettings({ seed: 2 }));
  expect(compareLogs(log, other).difference).toBe(0);
});

it('goes on from what is known', async () => {
  const log = await recordRun();
  const known = compareLogs(log.slice(0, 3), log);
  expect(known).toEqual({ same: 3, difference: undefined, lengths: [3, log.length] });
  const changed = [...log];
  changed[5] = { ...log[5], epoch: 9 } as RunEvent;
  expect(compareLogs(log, changed, known)).toMatchObject({ same: 5, difference: 5 });
});
