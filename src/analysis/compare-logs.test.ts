import { expect, it } from 'vitest';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { compareLogs, type ReadableLog } from './compare-logs.ts';

function splitEpochs(events: readonly RunEvent[]): RunEvent[][] {
  const ends = events.flatMap(({ type }, i) => (type === 'epoch-ended' ? [i + 1] : []));
  return ends.map((end, i) => events.slice(ends[i - 1] ?? 0, end));
}

const readable = (events: readonly RunEvent[]): ReadableLog => ({
  length: events.length,
  async *epochs(from) {
    yield* splitEpochs(events.slice(from));
  },
});

it('finds the same run of the same seed, and the first event of another', async () => {
  const log = await recordRun();
  const same = await recordRun();
  expect(await compareLogs(readable(log), readable(same))).toEqual({
    same: log.length,
    difference: undefined,
    lengths: [log.length, log.length],
  });
  const other = await recordRun(tableSettings({ seed: 2 }));
  expect((await compareLogs(readable(log), readable(other))).difference).toBe(0);
});

it('goes on from what is known, and reads nothing before it', async () => {
  const log = await recordRun();
  const [{ length: first }] = splitEpochs(log);
  const known = await compareLogs(readable(log.slice(0, first)), readable(log));
  expect(known).toEqual({ same: first, difference: undefined, lengths: [first, log.length] });
  const changed = [...log];
  changed[0] = { ...log[0], epoch: 9 } as RunEvent;
  changed[first + 2] = { ...log[first + 2], epoch: 9 } as RunEvent;
  expect(await compareLogs(readable(log), readable(changed), known)).toMatchObject({
    same: first + 2,
    difference: first + 2,
  });
});
