import { describe, expect, it } from 'vitest';
import { bandStretches, flattenedSize, runMetrics } from './metrics.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import type { RunEvent } from '../genenv/log/events.ts';

describe('the band over a run', () => {
  it('is one stretch while the band stays, and a new one from the end of the epoch before its change', async () => {
    const log = await recordRun(tableSettings({ epochs: 3, alpha: 0.5, kMin: 0.25 }));
    const secondEpoch = log.findIndex((event) => event.type === 'tasks-written' && event.epoch === 2);
    const change: RunEvent = { type: 'settings-changed', epoch: 2, changes: { alpha: 0.875 } };
    const { epochs } = runMetrics([...log.slice(0, secondEpoch), change, ...log.slice(secondEpoch)]);
    expect(bandStretches(epochs, ({ epoch }) => epoch, 0)).toEqual([
      { left: 0, right: 1, low: 0.25, high: 0.75 },
      { left: 1, right: 3, low: 0.625, high: 1 },
    ]);
  });
});

describe('a spike that flattens a curve', () => {
  it('is where the largest value hides the usual ones, whatever the sign', () => {
    expect(flattenedSize([0.1, 0.2, 0.1, 0.15, 40])).toBe(0.15);
    expect(flattenedSize([0.1, -30, 0.2, -0.1, 0])).toBe(0.2);
    expect(flattenedSize([1, 2, 3, 20])).toBeUndefined();
    expect(flattenedSize([0, 0])).toBeUndefined();
    expect(flattenedSize([])).toBeUndefined();
  });
});
