/** @file Checks that opening a long run reads little of it, by counting database reads instead of timing them. */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runMetrics } from '../analysis/metrics.ts';
import { runEventFormat } from '../genenv/log/event-format.ts';
import type { RunEvent } from '../genenv/log/events.ts';
import { recordRun, tableSettings } from '../genenv/testing/record-run.ts';
import { IndexedDbRunStore } from '../store/indexed-db/indexed-db-store.ts';
import { newRunRecord } from '../store/run-store.ts';
import { longLog } from './testing/long-log.ts';

const EPOCHS = 300;
let store: IndexedDbRunStore<RunEvent>;
let log: RunEvent[][];

beforeAll(async () => {
  log = [...longLog(await recordRun(tableSettings({ epochs: 5, evalEvery: 5 })), EPOCHS)];
  store = await IndexedDbRunStore.open({ format: runEventFormat, name: 'long' });
  const record = newRunRecord({ id: 'long', name: 'long', settings: tableSettings(), now: 0 });
  await store.create(record, { epochs: log, checkpoints: [] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Counts per object store the values read during `work`, their characters of JSON, and the most values of one request.
 */
async function reads(work: () => Promise<unknown>) {
  const counted: Record<string, { values: number; characters: number; most: number }> = {};
  const listed = {
    get: (result: unknown) => (result === undefined ? [] : [result]),
    getAll: (result: unknown) => result as unknown[],
    openCursor: (result: unknown) => (result ? [(result as IDBCursorWithValue).value as unknown] : []),
  };
  for (const method of Object.keys(listed) as (keyof typeof listed)[]) {
    const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest;
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
      const request = original.apply(this, args);
      request.addEventListener('success', () => {
        const values = listed[method](request.result);
        const text = (_: string, value: unknown) =>
          value instanceof Uint8Array ? new TextDecoder().decode(value) : value;
        const count = (counted[this.name] ??= { values: 0, characters: 0, most: 0 });
        count.values += values.length;
        count.characters += JSON.stringify(values, text).length;
        count.most = Math.max(count.most, values.length);
      });
      return request as never;
    });
  }
  await work();
  vi.restoreAllMocks();
  return counted;
}

it('opens by its outlines and its newest epoch, with the same curves', async () => {
  let opened: RunEvent[] = [];
  const { events, outlines } = await reads(async () => {
    opened = await store.outlined('long');
  });
  expect(events.values).toBe(log.at(-1)!.length);
  // All outlines were read, and the newest epoch's outline twice.
  expect(outlines.values).toBe(EPOCHS + 1);
  expect(outlines.characters / EPOCHS).toBeLessThan(5000);
  expect(opened).toHaveLength(log.flat().length);
  expect(opened.slice(-log.at(-1)!.length)).toEqual(log.at(-1));
  expect(runMetrics(opened)).toEqual(runMetrics(log.flat()));
});

it('reads of a past epoch that epoch alone', async () => {
  const { events, outlines } = await reads(() => store.epochEvents('long', 150));
  expect(events.values).toBe(log[149].length);
  expect(outlines.values).toBe(1);
});

it('reads a log from one end to the other in small windows', async () => {
  let epochs = 0;
  const { events } = await reads(async () => {
    for await (const epoch of store.epochs('long')) {
      if (epochs % 50 === 0) expect(epoch).toEqual(log[epochs]);
      epochs += 1;
    }
  });
  expect(epochs).toBe(EPOCHS);
  expect(events.most).toBeLessThanOrEqual(32);
});
